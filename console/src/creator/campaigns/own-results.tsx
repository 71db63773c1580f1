import { SimpleGrid } from '@mantine/core';
import { api } from '../../api.ts';
import { addDays, today } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Failure } from '../../components/failure.tsx';
import { Section } from '../../components/section-card.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useCampaignTexts } from './texts.ts';
import type { Campaign } from './use-board.ts';

/** The longest period of the figures. */
const MAX_DAYS = 365;

/** The creator's clicks, orders and earnings with the terms of a campaign, from its begin. */
export function OwnResults({ campaign: { id, currency, valid_from: from } }: { campaign: Campaign }) {
  const t = useCampaignTexts().results;
  const { number, money, day } = useFormats();
  const { id: user } = useMe();
  const earliest = addDays(today(), 1 - MAX_DAYS);
  const begin = from === null || from.slice(0, 10) < earliest ? earliest : from.slice(0, 10);
  const range = { from: begin > today() ? today() : begin, to: today() };
  const params = { path: { user }, query: { ...range, offer_id: id } };
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/stats', { params });
  if (error) return <Failure error={error} onRetry={refetch} />;
  const figures = data?.currencies.find((one) => one.currency === currency);
  const link = daysOf({ user }, range, { campaign: id });
  const shown = (value: string) => (data === undefined ? undefined : value);
  const earned = (figures?.click_earnings_minor ?? 0) + (figures?.order_earnings_minor ?? 0);
  return (
    <Section id="own-results" title={t.title} hint={t.since(day(range.from))}>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={{ base: 'xs', sm: 'md' }}>
        <StatTile label={t.earned} link={link} value={shown(money(earned, currency))} />
        <StatTile label={t.clicks} link={link} value={shown(number(figures?.clicks ?? 0))} />
        <StatTile label={t.orders} link={link} value={shown(number(figures?.orders ?? 0))} />
      </SimpleGrid>
    </Section>
  );
}
