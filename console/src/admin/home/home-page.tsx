import { Card, SimpleGrid, Stack } from '@mantine/core';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type DayRange, periodBefore, readRange } from '../../components/day-range.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { TimeChart } from '../../components/time-chart.tsx';
import { useMarketAnnotations } from '../../components/use-annotations.ts';
import { useFormats } from '../../language/formats.ts';
import { RoleWork } from '../../work/work-section.tsx';
import { MarketFirstSteps } from './first-steps.tsx';
import { useHomeTexts } from './texts.ts';

type Overview = paths['/v2/admin/overview']['get']['responses']['200']['content']['application/json'];

/** Overview of the marketplace, and the pending tasks of administrators. */
export function AdminHomePage() {
  const t = useHomeTexts();
  const range = readRange(useSearch({ from: '/console/admin' }));
  const navigate = useNavigate({ from: '/console/admin' });
  const overview = api.useQuery('get', '/v2/admin/overview', { params: { query: range } }, KEEP_PREVIOUS);
  const { data } = overview;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker range={range} onChange={(search) => navigate({ search })} />
      </PageHeader>
      {overview.error ? (
        <Failure error={overview.error} onRetry={overview.refetch} />
      ) : (
        <Stack gap="xl">
          {/* A marketplace with clicks is already set up. */}
          {data && data.figures.clicks + data.before.clicks === 0 && <MarketFirstSteps />}
          <RoleWork audience="admin" />
          <section aria-label={t.figures}>
            <Figures data={data} range={range} />
          </section>
          <DailyChart range={range} data={data} />
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

function Figures({ data, range }: { data: Overview | undefined; range: DayRange }) {
  const t = useHomeTexts();
  const { number, moneyOf, days } = useFormats();
  const than = days(periodBefore(range));
  const labels = { cost: t.cost, creators: t.earnings, agencies: t.agencies, platform: t.platform };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md">
      {(['clicks', 'orders'] as const).map((key) => (
        <StatTile
          key={key}
          label={t[key]}
          link={{ to: '/console/admin/stores' }}
          value={data && number(data.figures[key])}
          {...(data && { change: { now: data.figures[key], before: data.before[key], than } })}
          {...(data && { series: data.days.map((day) => day[key]) })}
        />
      ))}
      {SUMS.map((key) => (
        <StatTile
          key={key}
          label={labels[key]}
          link={amountsOf(range.to, KIND_OF[key])}
          value={data && moneyOf(data.figures[key].amount, data.currency)}
          {...(data && {
            change: { now: Number(data.figures[key].amount), before: Number(data.before[key].amount), than },
          })}
          {...(data && { series: data.days.map((day) => Number(day[key].amount)) })}
        />
      ))}
    </SimpleGrid>
  );
}

function DailyChart({ range, data }: { range: DayRange; data: Overview | undefined }) {
  const t = useHomeTexts();
  const { number, moneyOf } = useFormats();
  const currency = data?.currency ?? 'EUR';
  const annotations = useMarketAnnotations(range);
  const { data: previous } = api.useQuery('get', '/v2/admin/overview', {
    params: { query: { ...periodBefore(range), currency } },
  });
  const figuresOf = (overview: Overview | undefined) =>
    overview?.days.map(({ day, clicks, cost }) => ({ day, figures: { clicks, cost: Number(cost.amount) } }));
  const before = figuresOf(previous);
  return (
    <Card>
      <SectionTitle mb="md">{t.course}</SectionTitle>
      <TimeChart
        label={t.course}
        points={figuresOf(data)?.map((point, index) => ({ ...point, before: before?.[index] }))}
        series={[
          { key: 'clicks', label: t.clicks, format: number, kind: 'bar' },
          { key: 'cost', label: t.cost, format: (value) => moneyOf(value, currency) },
        ]}
        annotations={annotations}
        placeOf={(day, key) => amountsOf(day, key === 'cost' ? 'store' : undefined)}
      />
    </Card>
  );
}
