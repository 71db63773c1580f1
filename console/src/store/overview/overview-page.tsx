import { Box, SimpleGrid, Title, VisuallyHidden } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { CreditAlert } from '../../components/credit/credit-alert.tsx';
import { type DayRange, periodBefore, readRange, today } from '../../components/day-range.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { useFormats } from '../../language/formats.ts';
import { StoreWork } from '../../work/work-section.tsx';
import { useCurrency } from '../use-currency.ts';
import { OverviewChart } from './figure-chart.tsx';
import { dailyFiguresOf, figureOf, type Traffic, writersOf } from './figures.ts';
import { StoreFirstSteps } from './first-steps.tsx';
import { RejectionNotice } from './rejection-notice.tsx';
import { FIGURE_KEYS, type FigureKey } from './search.ts';
import { useOverviewTexts } from './texts.ts';
import { TopCreators, TopLinks } from './top-lists.tsx';

/** Overview of a store: figures with their change, chart, top lists and open tasks. */
export function OverviewPage() {
  const t = useOverviewTexts();
  const { store } = useParams({ from: '/console/shop/$store' });
  const search = useSearch({ from: '/console/shop/$store' });
  const navigate = useNavigate({ from: '/console/shop/$store' });
  const range = readRange({ ...search });
  const before = periodBefore(range);
  const now = useTraffic(Number(store), range);
  const then = useTraffic(Number(store), before);
  const isUnused = useIsUnused(Number(store), [now.data, then.data]);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker range={range} onChange={(days) => navigate({ search: (old) => ({ ...old, ...days }) })} />
      </PageHeader>
      <RejectionNotice store={Number(store)} />
      <CreditAlert store={Number(store)} />
      <StoreFirstSteps store={Number(store)} />
      {isUnused ? null : <StoreWork store={Number(store)} />}
      {isUnused ? null : now.error || then.error ? (
        <Failure error={now.error ?? then.error} onRetry={() => Promise.all([now.refetch(), then.refetch()])} />
      ) : (
        <>
          <Tiles store={Number(store)} range={range} now={now.data} then={then.data} before={before} />
          <Box mt="lg">
            <OverviewChart
              store={Number(store)}
              range={range}
              now={now.data}
              then={then.data}
              figure={search.figure ?? 'clicks'}
              onFigure={(figure) => navigate({ search: (old) => ({ ...old, figure }), replace: true })}
            />
          </Box>
        </>
      )}
      {!isUnused && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} mt="lg" spacing="lg">
          <TopCreators store={Number(store)} range={range} />
          <TopLinks store={Number(store)} range={range} />
        </SimpleGrid>
      )}
    </>
  );
}

const useTraffic = (id: number, { from, to }: DayRange) =>
  api.useQuery('get', '/stores/{id}/clicksPerDay', { params: { path: { id }, query: { from, to } } });

/** Whether a store has never had a click or an order. It is asked only if there is nothing in the days that are shown. */
function useIsUnused(store: number, shown: readonly (Traffic | undefined)[]): boolean {
  const isEmpty = shown.every((traffic) => traffic?.clicks === 0 && traffic.nr_orders === 0);
  const day = today();
  const { data } = api.useQuery(
    'get',
    '/v2/stores/{store}/results',
    { params: { path: { store }, query: { from: day, to: day } } },
    { enabled: isEmpty },
  );
  return isEmpty && data?.first_day === null;
}

const LESS_IS_BETTER: readonly FigureKey[] = ['cost'];

interface TilesProps {
  store: number;
  range: DayRange;
  now: Traffic | undefined;
  then: Traffic | undefined;
  /** The period for comparison. */
  before: DayRange;
}

function Tiles({ store, range, now, then, before }: TilesProps) {
  const t = useOverviewTexts();
  const formats = useFormats();
  const { data: currency } = useCurrency(store);
  const write = writersOf(formats, currency ?? 'EUR', 'tile');
  const isThere = now !== undefined && then !== undefined && currency !== undefined;
  return (
    <section aria-labelledby="key-figures">
      <VisuallyHidden>
        <Title order={2} id="key-figures">
          {t.figuresTitle}
        </Title>
      </VisuallyHidden>
      <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
        {FIGURE_KEYS.map((key) => (
          <StatTile
            key={key}
            label={t.figures[key]}
            link={{
              to: key === 'orders' ? '/console/shop/$store/orders' : '/console/shop/$store/statistics',
              params: { store: String(store) },
              search: range,
            }}
            value={isThere ? write[key](figureOf(key, now)) : undefined}
            lessIsBetter={LESS_IS_BETTER.includes(key)}
            {...(isThere
              ? {
                  change: { now: figureOf(key, now), before: figureOf(key, then), than: formats.days(before) },
                  series: dailyFiguresOf(key, now),
                }
              : {})}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}
