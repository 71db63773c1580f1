import { Group, Stack } from '@mantine/core';
import { Note } from '../note.tsx';
import { StateBadge } from '../state-badge.tsx';
import { expectedPayout } from './expected-payout.ts';
import { PayoutSentence } from './next-payout-line.tsx';
import { OpenMonths } from './open-months.tsx';
import type { PayeeOwner } from './payee-owner.ts';
import type { NextPayout, OpenMonth } from './payout-api.ts';

export interface KnownPayoutsProps {
  owner: PayeeOwner;
  next: readonly NextPayout[];
  months: readonly OpenMonth[];
  /** Short words for what is missing; a reason without words is said by the sentence. */
  reasons: Readonly<Partial<Record<NextPayout['reasons'][number], string>>>;
  nothing: string;
}

/** Payouts that a page has read already: the next ones with their days and conditions, and the months that they come from. */
export function KnownPayouts({ owner, next, months, reasons: words, nothing }: KnownPayoutsProps) {
  const expected = next
    .map((one) => ({ ...one, payout: expectedPayout(one, months) }))
    .filter(({ payout }) => payout.kind !== 'none');
  return (
    <Stack gap="md">
      {expected.length === 0 && <Note>{nothing}</Note>}
      <Stack gap="xs">
        {expected.map(({ currency, payout, reasons }) => (
          <Group key={currency} gap="xs">
            <PayoutSentence currency={currency} payout={payout} />
            {reasons
              .filter((reason) => words[reason] !== undefined)
              .map((reason) => (
                <StateBadge key={reason} tone="warning">
                  {words[reason]!}
                </StateBadge>
              ))}
          </Group>
        ))}
      </Stack>
      {months.length > 0 && <OpenMonths owner={owner} months={months} id="open-months" />}
    </Stack>
  );
}
