import { Button, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { type ReactNode, useState } from 'react';
import { api } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { CopyText } from '../copy-text.tsx';
import { Failure } from '../failure.tsx';
import { Note, Strong } from '../note.tsx';
import { SectionCard } from '../section-card.tsx';
import { useCreditTexts } from './texts.ts';

type Balance = paths['/v2/stores/{store}/balance']['get']['responses']['200']['content']['application/json'];

const MAX_SHOWN = 5;

/** The prepaid balance of a store: how to pay ahead, and its movements. The children let an administrator change it. */
export function BalanceCard({ store, children }: { store: number; children?: (balance: Balance) => ReactNode }) {
  const t = useCreditTexts().balance;
  const { moneyOf } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/balance', { params: { path: { store } } });
  return (
    <SectionCard id="balance" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={120} />}
      {data && (
        <Stack gap="xs">
          <Strong size="xl">{moneyOf(data.balance.amount, data.currency)}</Strong>
          <Text size="sm">{data.bank_account === null ? t.how : t.howTo(data.bank_account)}</Text>
          <Group gap="xs">
            <Text size="sm">
              {t.reference} <strong>{data.reference}</strong>
            </Text>
            <CopyText text={data.reference} label={t.copy} />
          </Group>
          {children?.(data)}
          <Movements movements={data.movements} />
        </Stack>
      )}
    </SectionCard>
  );
}

function Movements({ movements }: Pick<Balance, 'movements'>) {
  const t = useCreditTexts().balance;
  const { moneyOf, day } = useFormats();
  const [isAll, setIsAll] = useState(false);
  if (movements.length === 0) return <Note>{t.none}</Note>;
  return (
    <>
      <List size="sm" listStyleType="none" aria-label={t.movements}>
        {movements.slice(0, isAll ? undefined : MAX_SHOWN).map(({ kind, at, amount, number }) => (
          <List.Item key={`${at} ${kind} ${number ?? ''} ${amount.amount}`}>
            {day(at)} · {t.kinds[kind]} {number ?? ''} · {moneyOf(amount.amount, amount.currency)}
          </List.Item>
        ))}
      </List>
      {movements.length > MAX_SHOWN && (
        <Group>
          <Button size="compact-sm" variant="default" onClick={() => setIsAll(!isAll)}>
            {isAll ? t.fewer : t.all}
          </Button>
        </Group>
      )}
    </>
  );
}
