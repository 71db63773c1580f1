import { Group, SimpleGrid, Stack } from '@mantine/core';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type DayRange, readRange } from '../../components/day-range.ts';
import { Failure } from '../../components/failure.tsx';
import { FigureChart } from '../../components/figure-chart.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { CompareSelect } from '../../components/statistics/compare-select.tsx';
import { comparedRange, comparisonOf } from '../../components/statistics/comparison.ts';
import { figuresOf, seriesOf } from '../../components/statistics/results.ts';
import { useResultTexts } from '../../components/statistics/texts.ts';
import { useMarketAnnotations } from '../../components/use-annotations.ts';
import { useFormats } from '../../language/formats.ts';
import { RoleWork } from '../../work/work-section.tsx';
import { MarketFirstSteps } from './first-steps.tsx';
import { CHARTED, type MarketFigure, type MarketSearch, PARTIES } from './search.ts';
import { useHomeTexts } from './texts.ts';

type Overview = paths['/v2/admin/overview']['get']['responses']['200']['content']['application/json'];

/** Overview of the marketplace, and the pending tasks of administrators. */
export function AdminHomePage() {
  const t = useHomeTexts();
  const search = useSearch({ from: '/console/admin' });
  const range = readRange({ ...search });
  const navigate = useNavigate({ from: '/console/admin' });
  const change = (next: typeof search) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  const overview = api.useQuery('get', '/v2/admin/overview', { params: { query: range } }, KEEP_PREVIOUS);
  const { data } = overview;
  const compared = comparedRange(range, comparisonOf(search.vs));
  const { data: then } = api.useQuery(
    'get',
    '/v2/admin/overview',
    { params: { query: { ...compared, currency: data?.currency ?? '' } } },
    { enabled: compared !== null && data !== undefined },
  );
  const before = compared === null ? null : then;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Group gap="xs">
          <RangePicker range={range} onChange={change} />
          <CompareSelect value={comparisonOf(search.vs)} onChange={(vs) => change({ vs })} />
        </Group>
      </PageHeader>
      {overview.error ? (
        <Failure error={overview.error} onRetry={overview.refetch} />
      ) : (
        <Stack gap="xl">
          {/* A marketplace with clicks is already set up. */}
          {data && data.figures.clicks + data.before.clicks === 0 && <MarketFirstSteps />}
          <RoleWork audience="admin" />
          <section aria-label={t.figures}>
            <Figures data={data} range={range} before={before} />
          </section>
          <MarketChart range={range} data={data} before={before} figure={search.figure} onChange={change} />
        </Stack>
      )}
    </>
  );
}

const SUMS = ['cost', 'creators', 'agencies', 'platform'] as const;

/** The parties whose amounts add up to a sum. */
const KIND_OF = { cost: 'store', creators: 'creator', agencies: 'client', platform: undefined } as const;

/** The page of the month of a day, which lists the amounts by party. */
const amountsOf = (day: string, kind?: 'store' | 'creator' | 'client'): LinkProps => ({
  to: '/console/admin/periods/$month',
  params: { month: day.slice(0, 7) },
  search: kind === undefined ? {} : { kind },
});

interface FiguresProps {
  range: DayRange;
  /** Undefined while loading. */
  data: Overview | undefined;
  /** The period for comparison; null: none. */
  before: Overview | null | undefined;
}

function Figures({ data, range, before }: FiguresProps) {
  const t = useHomeTexts();
  const { number, moneyOf, days } = useFormats();
  const than = before ? days(before) : '';
  const labels = { cost: t.cost, creators: t.earnings, agencies: t.agencies, platform: t.platform };
  return (
    <SimpleGrid cols={{ base: 2, lg: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
      {(['clicks', 'orders'] as const).map((key) => (
        <StatTile
          key={key}
          label={t[key]}
          link={{ to: '/console/admin/stores' }}
          value={data && number(data.figures[key])}
          {...(data && before && { change: { now: data.figures[key], before: before.figures[key], than } })}
          {...(data && { series: data.days.map((day) => day[key]) })}
        />
      ))}
      {SUMS.map((key) => (
        <StatTile
          key={key}
          label={labels[key]}
          link={amountsOf(range.to, KIND_OF[key])}
          value={data && moneyOf(data.figures[key].amount, data.currency)}
          {...(data &&
            before && {
              change: { now: Number(data.figures[key].amount), before: Number(before.figures[key].amount), than },
            })}
          {...(data && { series: data.days.map((day) => Number(day[key].amount)) })}
        />
      ))}
    </SimpleGrid>
  );
}

interface MarketChartProps extends FiguresProps {
  figure: string | undefined;
  onChange: (search: MarketSearch) => void;
}

function MarketChart({ range, data, before, figure, onChange }: MarketChartProps) {
  const t = useHomeTexts();
  const results = useResultTexts();
  const formats = useFormats();
  const currency = data?.currency ?? 'EUR';
  const annotations = useMarketAnnotations(range);
  const parties = { creators: t.earnings, agencies: t.agencies, platform: t.platform };
  const series = [
    CHARTED.map((key) => ({ ...seriesOf(key, results, formats, currency), key })),
    PARTIES.map((key) => ({ ...seriesOf('cost', results, formats, currency), label: parties[key], key })),
  ].flat();
  const then = before?.days.map(pointOf);
  const party = KIND_OF[figure as keyof typeof KIND_OF];
  return (
    <FigureChart<MarketFigure>
      title={results.byDay}
      labelOf={before === null ? results.chartOf : results.comparedChartOf}
      series={series}
      figure={figure}
      onFigure={(chosen) => onChange({ figure: chosen })}
      points={
        before === undefined ? undefined : data?.days.map((day, index) => ({ ...pointOf(day), before: then?.[index] }))
      }
      annotations={annotations}
      placeOf={(day) => amountsOf(day, party)}
      isLong
    />
  );
}

const pointOf = ({ day, ...results }: Overview['days'][number]) => ({
  day,
  figures: {
    ...figuresOf(results, CHARTED),
    creators: Number(results.creators.amount),
    agencies: Number(results.agencies.amount),
    platform: Number(results.platform.amount),
  },
});
