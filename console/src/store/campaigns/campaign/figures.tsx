import { Card, SimpleGrid } from '@mantine/core';
import { api } from '../../../api.ts';
import { type DayRange, eachDay } from '../../../components/day-range.ts';
import { daysOf } from '../../../components/explanation/places.ts';
import { Failure } from '../../../components/failure.tsx';
import { StatTile } from '../../../components/stat-tile.tsx';
import { TimeChart } from '../../../components/time-chart.tsx';
import { useFormats } from '../../../language/formats.ts';
import { writersOf } from '../../overview/figures.ts';
import { useCampaignTexts } from '../texts.ts';

/** Figures of a campaign in a period. */
export function Figures({ store, offer, range }: { store: number; offer: number; range: DayRange }) {
  const { board: t } = useCampaignTexts();
  const formats = useFormats();
  const { number } = formats;
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/offers/{offer}/stats',
    { params: { path: { offer }, query: { start_date: range.from, end_date: range.to } } },
    { placeholderData: (before) => before },
  );
  if (error) return <Failure error={error} onRetry={refetch} />;
  const clicksOn = new Map(data?.per_day.map(({ date, clicks }) => [date, clicks]));
  const points = data && eachDay(range).map((day) => ({ day, clicks: clicksOn.get(day) ?? 0 }));
  const inMoney = (minor: number | undefined) =>
    data && minor !== undefined ? writersOf(formats, data.currency, 'tile').value(minor) : undefined;
  const tiles = [
    [t.clicks, data && number(data.clicks)],
    [t.cost, inMoney(data?.cost)],
    [t.earnings, inMoney(data?.earnings)],
    [t.orders, data && number(data.orders)],
    [t.orderValue, inMoney(data?.order_value)],
  ] as const;
  return (
    <section aria-label={t.figures}>
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm" mb="sm">
        {tiles.map(([label, value]) => (
          <StatTile key={label} label={label} value={value} link={daysOf({ store }, range, { campaign: offer })} />
        ))}
      </SimpleGrid>
      <Card>
        <TimeChart
          label={t.chart}
          points={points}
          series={[{ key: 'clicks', label: t.clicks, format: number, kind: 'bar' }]}
          height={200}
        />
      </Card>
    </section>
  );
}
