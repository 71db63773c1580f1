import { Card, SimpleGrid } from '@mantine/core';
import { api } from '../../../api.ts';
import { type DayRange, eachDay, periodBefore } from '../../../components/day-range.ts';
import { daysOf } from '../../../components/explanation/places.ts';
import { Failure } from '../../../components/failure.tsx';
import { StatTile } from '../../../components/stat-tile.tsx';
import { TimeChart } from '../../../components/time-chart.tsx';
import { useStoreAnnotations } from '../../../components/use-annotations.ts';
import { useFormats } from '../../../language/formats.ts';
import { writersOf } from '../../overview/figures.ts';
import { useCampaignTexts } from '../texts.ts';

/** Figures of a campaign in a period. */
export function Figures({ store, offer, range }: { store: number; offer: number; range: DayRange }) {
  const { board: t } = useCampaignTexts();
  const formats = useFormats();
  const { number } = formats;
  const { data, error, refetch } = useStats(offer, range);
  const previous = periodBefore(range);
  const { data: then } = useStats(offer, previous);
  const annotations = useStoreAnnotations(store, range, offer);
  if (error) return <Failure error={error} onRetry={refetch} />;
  const points = data && then && pointsOf({ range, stats: data }, { range: previous, stats: then });
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
        {data && data.gifts.sent > 0 && <StatTile label={t.gifts} value={inMoney(data.gifts.value.minor)} />}
      </SimpleGrid>
      <Card>
        <TimeChart
          label={t.chart}
          points={points}
          series={[{ key: 'clicks', label: t.clicks, format: number, kind: 'bar' }]}
          annotations={annotations}
          placeOf={(day) => daysOf({ store }, { from: day, to: day }, { campaign: offer })}
          height={200}
        />
      </Card>
    </section>
  );
}

const useStats = (offer: number, range: DayRange) =>
  api.useQuery(
    'get',
    '/v2/offers/{offer}/stats',
    { params: { path: { offer }, query: { start_date: range.from, end_date: range.to } } },
    { placeholderData: (before) => before },
  );

interface Period {
  range: DayRange;
  stats: { per_day: readonly { date: string; clicks: number }[] };
}

function pointsOf(now: Period, then: Period) {
  const figuresOf = ({ range, stats }: Period) => {
    const clicksOn = new Map(stats.per_day.map(({ date, clicks }) => [date, clicks]));
    return eachDay(range).map((day) => ({ day, figures: { clicks: clicksOn.get(day) ?? 0 } }));
  };
  const before = figuresOf(then);
  return figuresOf(now).map((point, index) => ({ ...point, before: before[index] }));
}
