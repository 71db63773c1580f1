import { Card, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { api } from '../../api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Failure } from '../../components/failure.tsx';
import { useFormats } from '../../language/formats.ts';
import { useInvoicesTexts } from './texts.ts';

const MAX_SHOWN = 5;

/** The prepaid balance of a store, and how to pay ahead. */
export function BalanceCard({ store }: { store: number }) {
  const t = useInvoicesTexts().balance;
  const { moneyOf, day } = useFormats();
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/balance', { params: { path: { store } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  return (
    <Card component="section" aria-labelledby="balance">
      <Title order={2} size="h4" id="balance" mb="xs">
        {t.title}
      </Title>
      {data === undefined ? (
        <Skeleton h={120} />
      ) : (
        <Stack gap="xs">
          <Text size="xl" fw={600}>
            {moneyOf(data.balance.amount, data.currency)}
          </Text>
          <Text size="sm" c="dimmed">
            {t.hint}
          </Text>
          <Text size="sm">{data.bank_account === null ? t.how : t.howTo(data.bank_account)}</Text>
          <Group gap="xs">
            <Text size="sm">
              {t.reference} <strong>{data.reference}</strong>
            </Text>
            <CopyText text={data.reference} label={t.copy} />
          </Group>
          {data.movements.length > 0 && (
            <List size="sm" listStyleType="none">
              {data.movements.slice(0, MAX_SHOWN).map(({ kind, at, amount, number }) => (
                <List.Item key={`${at} ${kind} ${number ?? ''} ${amount.amount}`}>
                  {day(at)} · {t.kinds[kind]} {number ?? ''} · {moneyOf(amount.amount, amount.currency)}
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
      )}
    </Card>
  );
}
