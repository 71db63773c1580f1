import { Anchor, Card, Group, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../language/formats.ts';
import { SectionTitle } from '../section-title.tsx';
import { type ExpectedPayout, expectedPayout } from './expected-payout.ts';
import type { PayeeOwner } from './payee-owner.ts';
import { useNextPayout, useOpenMonths } from './payout-api.ts';
import { usePayoutTexts } from './texts.ts';

/** The next payout of each currency, with its day or what is missing. Renders nothing without earnings that are not paid. */
export function NextPayoutLine({ owner }: { owner: PayeeOwner }) {
  const t = usePayoutTexts().line;
  const [next, months] = [useNextPayout(owner), useOpenMonths(owner)];
  // The page of payouts says why they cannot be read.
  if (next.error !== null || months.error !== null) return null;
  if (next.data === undefined || months.data === undefined) return <Skeleton h={72} />;
  const open = months.data.data;
  const expected = next.data
    .map((one) => ({ currency: one.currency, payout: expectedPayout(one, open) }))
    .filter(({ payout }) => payout.kind !== 'none');
  if (expected.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="next-payout" padding="md">
      <Group justify="space-between" gap="xs">
        <SectionTitle id="next-payout">{t.title}</SectionTitle>
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/console/creator/payouts" />}>
          {t.all}
        </Anchor>
      </Group>
      {expected.map(({ currency, payout }) => (
        <PayoutSentence key={currency} currency={currency} payout={payout} />
      ))}
    </Card>
  );
}

/** The next payout in one currency, with its day and what is missing. */
export function PayoutSentence({ currency, payout }: { currency: string; payout: ExpectedPayout }) {
  const t = usePayoutTexts().line;
  const { money, day } = useFormats();
  const sum = money(payout.minor, currency);
  const sentence =
    payout.kind === 'due' ? t.due(sum) : payout.kind === 'dated' ? t.from(sum, day(payout.day!)) : t.undated(sum);
  return (
    <Text size="sm">
      <b>{sentence}</b>
      {payout.missingMinor > 0 && ` · ${t.missing(money(payout.missingMinor, currency))}`}
    </Text>
  );
}
