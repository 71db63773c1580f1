import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { api } from '../../api.ts';
import { Balances } from '../../components/balances/balances.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Failure } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { usePayeesTexts } from '../../components/payees/texts.ts';
import { useNextPayout } from '../../components/payouts/payout-api.ts';
import { SectionCard } from '../../components/section-card.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { useAgencyTexts } from '../texts.ts';

/** The balance of a creator, and the next payout with the reasons that delay it. */
export function CreatorPayouts({ user, range }: { user: number; range: DayRange }) {
  const t = useAgencyTexts().creator;
  const { reasons: words } = usePayeesTexts();
  const { moneyOf } = useFormats();
  const balance = api.useQuery(
    'get',
    '/v2/users/{user}/balances',
    { params: { path: { user } } },
    { select: ({ data: entries }) => entries },
  );
  const { data, error, refetch } = useNextPayout({ kind: 'user', id: user });
  return (
    <Stack gap="lg">
      <Balances query={balance} places={{ months: daysOf({ user }, range) }} />
      <SectionCard id="payout-state" title={t.payouts}>
        {error && <Failure error={error} onRetry={refetch} />}
        {data === undefined && !error && <Skeleton h={40} />}
        {data?.length === 0 && <Note>{t.noPayout}</Note>}
        <Stack gap="sm">
          {data?.map(({ currency, available, reasons }) => (
            <Group key={currency} gap="sm">
              <Text size="sm" fw={600}>
                {t.nextPayout(moneyOf(available.amount, currency))}
              </Text>
              {reasons.length === 0 && <StateBadge tone="good">{t.payoutDue}</StateBadge>}
              {reasons.map((reason) => (
                <StateBadge key={reason} tone="warning">
                  {words[reason]}
                </StateBadge>
              ))}
            </Group>
          ))}
        </Stack>
      </SectionCard>
    </Stack>
  );
}
