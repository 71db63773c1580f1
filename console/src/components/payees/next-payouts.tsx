import { Card, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { Pending } from '../balances/pending.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { StateBadge } from '../state-badge.tsx';
import { type NextPayout, type PayeeOwner, useNextPayout } from './payee-api.ts';
import { usePayeesTexts } from './texts.ts';

/** The amounts of the next run by currency, and the reasons why they are not paid sooner. */
export function NextPayouts({ owner }: { owner: PayeeOwner }) {
  const t = usePayeesTexts().next;
  const { data, error, refetch } = useNextPayout(owner);
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={140} />;
  if (data.length === 0)
    return (
      <Card>
        <EmptyState title={t.none.title} hint={t.none.hint} />
      </Card>
    );
  return (
    <Stack gap="lg">
      {data.map((next) => (
        <Next key={next.currency} next={next} isOnly={data.length === 1} />
      ))}
    </Stack>
  );
}

function Next({ next, isOnly }: { next: NextPayout; isOnly: boolean }) {
  const { next: t, explained } = usePayeesTexts();
  const { moneyOf, day } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  const { currency, available, minimum, reasons, account, account_usable_from: from } = next;
  const id = `next-${currency}`;
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {isOnly ? t.title : t.titleIn(currency)}
      </Title>
      <Text fz={26} fw={680}>
        {money(available)}
      </Text>
      <Stack gap={4}>
        {account !== null && <Text size="sm">{t.to(account)}</Text>}
        {Number(minimum.amount) !== 0 && (
          <Text size="sm" c="dimmed">
            {t.minimum(money(minimum))}
          </Text>
        )}
        <Pending pending={next.pending} />
        {Number(next.in_run.amount) !== 0 && <Text size="sm">{t.inRun(money(next.in_run))}</Text>}
        {Number(next.overpaid.amount) !== 0 && <Text size="sm">{t.overpaid(money(next.overpaid))}</Text>}
      </Stack>
      {reasons.length === 0 ? (
        <div style={{ marginTop: 12 }}>
          <StateBadge tone="good">{t.due}</StateBadge>
        </div>
      ) : (
        <>
          <Title order={3} size="h5" mt="md" mb="xs">
            {t.why}
          </Title>
          <List size="sm" spacing={4}>
            {reasons.map((reason) => (
              <List.Item key={reason}>{explained[reason](money(minimum), from === null ? '' : day(from))}</List.Item>
            ))}
          </List>
        </>
      )}
    </Card>
  );
}
