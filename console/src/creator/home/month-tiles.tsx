import { SimpleGrid, Title, VisuallyHidden } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { addDays, type DayRange, daysIn, monthOf, today } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Failure } from '../../components/failure.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useCreatorTexts } from '../texts.ts';

type Stats = paths['/v2/users/{user}/stats']['get']['responses']['200']['content']['application/json'];

/** This month's clicks, orders and earnings, compared with as many days of the month before. */
export function MonthTiles() {
  const t = useCreatorTexts().month;
  const { number, money, days: inWords } = useFormats();
  const { id: user, store_group: market } = useMe();
  const month = { from: monthOf(today()).from, to: today() };
  const lastMonth = monthOf(today(), 1);
  const sameDays = { from: lastMonth.from, to: earlier(addDays(lastMonth.from, daysIn(month) - 1), lastMonth.to) };
  const [now, before] = [useStats(user, month), useStats(user, sameDays)];
  if (now.error) return <Failure error={now.error} onRetry={now.refetch} />;
  const currency = now.data?.currencies[0]?.currency ?? market?.currency ?? 'EUR';
  const figures = [now.data, before.data].map((stats) => ({
    clicks: sumOf(stats, (one) => one.clicks),
    orders: sumOf(stats, (one) => one.orders),
    earned: sumOf(stats, (one) => (one.currency === currency ? earned(one) : 0)),
  }));
  const [these, those] = figures as [(typeof figures)[0], (typeof figures)[0]];
  const days = now.data?.currencies[0]?.days ?? [];
  const others = now.data?.currencies.slice(1).map((one) => money(earned(one), one.currency)) ?? [];
  const isKnown = now.data !== undefined;
  const change = (figure: 'clicks' | 'orders' | 'earned') =>
    before.data === undefined ? {} : { change: { now: these[figure], before: those[figure], than: inWords(sameDays) } };
  return (
    <section aria-labelledby="this-month">
      <VisuallyHidden>
        <Title order={2} id="this-month">
          {t.title}
        </Title>
      </VisuallyHidden>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
        <StatTile
          label={`${t.earnings} · ${t.title}`}
          link={daysOf({ user }, month)}
          value={isKnown ? [money(these.earned, currency), ...others].join(' + ') : undefined}
          {...change('earned')}
          series={days.map(earned)}
        />
        <StatTile
          label={`${t.clicks} · ${t.title}`}
          link={daysOf({ user }, month)}
          value={isKnown ? number(these.clicks) : undefined}
          {...change('clicks')}
          series={days.map((day) => day.clicks)}
        />
        <StatTile
          label={`${t.orders} · ${t.title}`}
          link={daysOf({ user }, month)}
          value={isKnown ? number(these.orders) : undefined}
          {...change('orders')}
          series={days.map((day) => day.orders)}
        />
      </SimpleGrid>
    </section>
  );
}

const useStats = (user: number, query: DayRange) =>
  api.useQuery('get', '/v2/users/{user}/stats', { params: { path: { user }, query } });

const earlier = (one: string, other: string) => (one < other ? one : other);

/** Earnings from clicks and orders, in minor units. */
const earned = (one: { click_earnings_minor: number; order_earnings_minor: number }) =>
  one.click_earnings_minor + one.order_earnings_minor;

const sumOf = (stats: Stats | undefined, figure: (one: Stats['currencies'][number]) => number) =>
  (stats?.currencies ?? []).reduce((sum, one) => sum + figure(one), 0);
