import { Group, NativeSelect, Stack } from '@mantine/core';
import { type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { type DayRange, readRange } from '../components/day-range.ts';
import { daysOf } from '../components/explanation/places.ts';
import { Failure } from '../components/failure.tsx';
import { FigureChart } from '../components/figure-chart.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { CompareSelect } from '../components/statistics/compare-select.tsx';
import { comparedRange, comparisonOf } from '../components/statistics/comparison.ts';
import {
  type BreakdownQuery,
  type BreakdownReply,
  EarningsBreakdown,
} from '../components/statistics/earnings-breakdown.tsx';
import { AGENCY_BREAKDOWNS } from '../components/statistics/names.ts';
import { useResultTexts } from '../components/statistics/texts.ts';
import type { ChartPoint, ChartSeries } from '../components/time-chart-types.ts';
import { inMajor, useFormats } from '../language/formats.ts';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client/statistics';

/** Groups of one page. */
const SIZE = 50;

type Stats = paths['/v2/clients/{client}/stats']['get']['responses']['200']['content']['application/json'];
type Figures = Pick<Stats['currencies'][number], 'clicks' | 'orders' | 'creators' | 'agency'>;

/** Statistics of an agency as a whole: a chart, and earnings by creator, campaign and properties of clicks and orders. */
export function AgencyStatisticsPage() {
  const t = useAgencyTexts().statistics;
  const words = useResultTexts();
  const client = Number(useParams({ from: FROM }).client);
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const range = readRange({ ...search });
  const before = comparedRange(range, comparisonOf(search.vs));
  const now = useStats(client, range);
  const then = useStats(client, before);
  const currencies = now.data?.currencies ?? [];
  const shown = currencies.find(({ currency }) => currency === search.currency) ?? currencies[0];
  const change = (changes: Partial<typeof search>) =>
    void navigate({ search: ({ page: _, ...old }) => ({ ...old, ...changes }), replace: true, resetScroll: false });
  const creatorsIn = (days: DayRange): LinkProps => ({
    to: '/console/agency/$client/creators',
    params: { client: String(client) },
    search: days,
  });
  const useBreakdown = ({ groupBy, currency, page, isTooLong }: BreakdownQuery): BreakdownReply => {
    const reply = api.useQuery(
      'get',
      '/v2/clients/{client}/breakdown',
      {
        params: {
          path: { client },
          query: { ...range, group_by: groupBy, ...(currency === undefined ? {} : { currency }), page, size: SIZE },
        },
      },
      { enabled: !isTooLong, ...KEEP_PREVIOUS },
    );
    const data = reply.data && {
      meta: reply.data.meta,
      data: reply.data.data.map(({ creators, agency, ...row }) => ({
        ...row,
        creators: creators.minor,
        agency: agency.minor,
      })),
    };
    return { ...reply, data };
  };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Group gap="xs">
          <RangePicker range={range} onChange={(days) => change(days)} />
          <CompareSelect value={comparisonOf(search.vs)} onChange={(vs) => change({ vs })} />
          {currencies.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={words.currency}
              data={currencies.map(({ currency }) => currency)}
              value={shown?.currency ?? ''}
              onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
            />
          )}
        </Group>
      </PageHeader>
      {now.error || then.error ? (
        <Failure error={now.error ?? then.error} onRetry={() => Promise.all([now.refetch(), then.refetch()])} />
      ) : (
        <Stack gap="lg">
          <Chart
            now={now.data}
            then={before === null ? null : then.data}
            currency={shown?.currency ?? 'EUR'}
            figure={search.figure}
            onFigure={(figure) => change({ figure })}
            placeOf={(day) => creatorsIn({ from: day, to: day })}
          />
          <EarningsBreakdown
            kinds={AGENCY_BREAKDOWNS}
            range={range}
            currency={shown?.currency}
            total={
              shown && {
                currency: shown.currency,
                clicks: shown.clicks,
                orders: shown.orders,
                creators: shown.creators.minor,
                agency: shown.agency.minor,
              }
            }
            hasAgency
            isPaged
            useBreakdown={useBreakdown}
            placeOf={(row) => {
              if (row === null) return creatorsIn(range);
              return row.user === null ? null : daysOf({ user: row.user.id }, range);
            }}
            pageOf={({ user, offer }) => {
              const params = { client: String(client) };
              if (user !== null)
                return {
                  to: '/console/agency/$client/creators/$user',
                  params: { ...params, user: String(user.id) },
                  search: range,
                };
              if (offer === null) return null;
              return {
                to: '/console/agency/$client/campaigns/$offer',
                params: { ...params, offer: String(offer.id) },
                search: range,
              };
            }}
          />
        </Stack>
      )}
    </>
  );
}

/** An agency's figures by day; nothing is read without a range. */
const useStats = (client: number, range: DayRange | null) =>
  api.useQuery(
    'get',
    '/v2/clients/{client}/stats',
    { params: { path: { client }, query: { ...range } } },
    { enabled: range !== null, ...KEEP_PREVIOUS },
  );

const FIGURES = ['agency', 'creators', 'clicks', 'orders', 'conversion', 'perClick'] as const;
type Figure = (typeof FIGURES)[number];
const AMOUNTS: readonly Figure[] = ['agency', 'creators', 'perClick'];

interface ChartProps {
  now: Stats | undefined;
  /** Null: no comparison. */
  then: Stats | undefined | null;
  currency: string;
  figure: string | undefined;
  onFigure: (figure: Figure) => void;
  placeOf: (day: string) => LinkProps;
}

/** Chart of an agency's figures by day in one currency. */
function Chart({ now, then, currency, figure, onFigure, placeOf }: ChartProps) {
  const t = useAgencyTexts().statistics;
  const words = useResultTexts();
  const formats = useFormats();
  const isReady = now !== undefined && then !== undefined;
  return (
    <FigureChart
      title={words.byDay}
      labelOf={then === null ? words.chartOf : words.comparedChartOf}
      series={FIGURES.map((key): ChartSeries & { key: Figure } => {
        const isAmount = AMOUNTS.includes(key);
        const isCount = key === 'clicks' || key === 'orders';
        const money = (minor: number) => formats.money(minor, currency);
        return {
          key,
          label: t.figures[key],
          format: isAmount ? money : isCount ? formats.number : formats.percent,
          ...(isAmount ? { onAxis: (minor: number) => formats.shortMoney(minor, currency) } : {}),
          ...(isAmount ? { inFile: (minor: number) => inMajor(Math.round(minor), currency) } : {}),
          ...(isCount ? { onAxis: formats.shortNumber, kind: 'bar' as const } : {}),
        };
      })}
      figure={figure}
      onFigure={onFigure}
      points={isReady ? pointsOf(now, then, currency) : undefined}
      placeOf={placeOf}
      isLong
    />
  );
}

function pointsOf(now: Stats, then: Stats | null, currency: string): ChartPoint[] {
  const daysOfStats = (stats: Stats | null) =>
    (stats?.currencies.find((one) => one.currency === currency)?.days ?? []).map(({ date, ...day }) => ({
      day: date,
      figures: figuresOf(day),
    }));
  const before = daysOfStats(then);
  return daysOfStats(now).map((point, index) => ({ ...point, before: before[index] }));
}

/** The figures by name, without those that cannot be computed. */
function figuresOf({ clicks, orders, creators, agency }: Figures): Record<string, number> {
  const counts = { agency: agency.minor, creators: creators.minor, clicks, orders };
  return clicks === 0 ? counts : { ...counts, conversion: orders / clicks, perClick: creators.minor / clicks };
}
