import { Card, Divider, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { Note } from '../note.tsx';
import { StateBadge } from '../state-badge.tsx';
import { type ExpectedPayout, expectedPayout, minorOf } from './expected-payout.ts';
import { OpenMonths } from './open-months.tsx';
import type { PayeeOwner } from './payee-owner.ts';
import { type NextPayout, type OpenMonth, useNextPayout, useOpenMonths } from './payout-api.ts';
import { usePayoutTexts } from './texts.ts';

export interface PayoutsProps {
  owner: PayeeOwner;
  /** What undecided orders would add, in words. */
  pending: (sums: NextPayout['pending']) => ReactNode;
}

/** When a payee is paid: the next payout by currency with its day, what is missing, and the months that are not paid yet. */
export function NextPayouts({ owner, pending }: PayoutsProps) {
  const t = usePayoutTexts().next;
  const next = useNextPayout(owner);
  const months = useOpenMonths(owner);
  const failed = [next, months].find(({ error }) => error !== null);
  if (failed) return <Failure error={failed.error} onRetry={failed.refetch} />;
  if (next.data === undefined || months.data === undefined) return <Skeleton h={280} />;
  const open = months.data.data;
  if (next.data.length === 0)
    return (
      <Card>
        <EmptyState title={t.none.title} hint={t.none.hint} />
      </Card>
    );
  return (
    <Stack gap="lg">
      {next.data.map((one) => (
        <Next
          key={one.currency}
          owner={owner}
          pending={pending}
          next={one}
          months={open}
          isOnly={next.data.length === 1}
        />
      ))}
    </Stack>
  );
}

interface NextProps extends PayoutsProps {
  next: NextPayout;
  months: readonly OpenMonth[];
  isOnly: boolean;
}

function Next({ owner, pending, next, months, isOnly }: NextProps) {
  const { next: t, explained } = usePayoutTexts();
  const { moneyOf, money: inMoney, day } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  const { currency, minimum, available, account, account_usable_from: from } = next;
  const expected = expectedPayout(next, months);
  const missing = inMoney(minorOf(minimum) - minorOf(available), currency);
  const reasons = next.reasons.filter((reason) => reason !== 'nothing_payable' || expected.kind === 'none');
  const open = months.filter((one) => one.currency === currency);
  const id = `next-${currency}`;
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {isOnly ? t.title : t.titleIn(currency)}
      </Title>
      <PayoutDay expected={expected} currency={currency} />
      <Stack gap={4}>
        {account !== null && <Text size="sm">{t.to(account)}</Text>}
        {Number(minimum.amount) !== 0 && <Note>{t.minimum(money(minimum))}</Note>}
        {pending(next.pending)}
        {Number(next.in_run.amount) !== 0 && <Text size="sm">{t.inRun(money(next.in_run))}</Text>}
        {Number(next.overpaid.amount) !== 0 && <Text size="sm">{t.overpaid(money(next.overpaid))}</Text>}
      </Stack>
      {reasons.length > 0 && (
        <>
          <Title order={3} size="h5" mt="md" mb="xs">
            {t.why}
          </Title>
          <List size="sm" spacing={4}>
            {reasons.map((reason) => (
              <List.Item key={reason}>
                {explained[reason]({
                  minimum: money(minimum),
                  payable: money(available),
                  missing,
                  day: from === null ? '' : day(from),
                })}
              </List.Item>
            ))}
          </List>
        </>
      )}
      {open.length > 0 && (
        <>
          <Divider my="md" />
          <OpenMonths owner={owner} months={open} id={`months-${currency}`} />
        </>
      )}
    </Card>
  );
}

/** The sum of the next payout with its day, or why there is no day. */
function PayoutDay({ expected, currency }: { expected: ExpectedPayout; currency: string }) {
  const { next: t } = usePayoutTexts();
  const { money, day } = useFormats();
  return (
    <>
      <Text fz={26} fw={680}>
        {money(expected.minor, currency)}
      </Text>
      <div style={{ marginBottom: 8 }}>
        {expected.kind === 'due' && <StateBadge tone="good">{t.due}</StateBadge>}
        {expected.kind === 'dated' && <Text fw={600}>{t.from(day(expected.day!))}</Text>}
        {expected.kind === 'undated' && <Text fw={600}>{t.undated}</Text>}
      </div>
    </>
  );
}
