import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { BREAKDOWNS, useGroupNames } from '../../components/statistics/group-names.ts';
import type { BreakdownKind } from '../../components/statistics/names.ts';
import { useResultColumns } from '../../components/statistics/result-columns.tsx';
import type { Results } from '../../components/statistics/results.ts';
import { useResultTexts } from '../../components/statistics/texts.ts';
import { isTooLong, TooManyDays } from '../../components/statistics/too-many-days.tsx';
import { TotalRow } from '../../components/statistics/total-row.tsx';
import { explainedDays } from './explained-days.ts';
import { selectedDays } from './query.ts';
import type { StatisticsSearch } from './search.ts';
import { figuresShown } from './shown-figures.ts';
import { useStatisticsTexts } from './texts.ts';

interface BreakdownProps {
  store: number;
  kind: BreakdownKind;
  search: StatisticsSearch;
  /** The totals of the selected days; undefined while loading. */
  total: Results | undefined;
  onRange: (range: DayRange) => void;
}

interface Row extends Results {
  group: string | null;
}

/** All groups of one page; there are fewer countries, and codes beyond them are few. */
const MOST = 100;

/** Results by source, country, device or code, with their totals. */
export function Breakdown({ store, kind, search, total, onRange }: BreakdownProps) {
  const t = useStatisticsTexts();
  const words = useResultTexts();
  const nameOf = useGroupNames(kind);
  const range = selectedDays(search);
  const isLong = isTooLong(kind, range);
  const creator = search.creator === undefined ? {} : { users: String(search.creator) };
  const query = { ...range, ...creator, group_by: BREAKDOWNS[kind], size: MOST };
  const { data, error, refetch, isPlaceholderData } = api.useQuery(
    'get',
    '/v2/stores/{store}/breakdown',
    { params: { path: { store }, query } },
    { enabled: !isLong, ...KEEP_PREVIOUS },
  );
  const shown = { figures: figuresShown(kind, search), isSorted: false };
  const figures = useResultColumns<Row>(shown);
  const filter = search.creator === undefined ? {} : { creator: search.creator };
  const totals = useResultColumns<Results>({ ...shown, placeOf: explainedDays(store, range, () => filter) });
  if (isLong) return <TooManyDays onRange={onRange} />;
  const first: Column<Row>[] = [
    { key: 'group', label: words.group[kind], value: ({ group }) => nameOf(group), cell: ({ group }) => nameOf(group) },
  ];
  return (
    <DataTable
      label={t.kinds[kind]}
      columns={[...first, ...figures]}
      rows={data?.data}
      keyOf={({ group }) => group ?? ''}
      error={error}
      onRetry={refetch}
      empty={{ title: t.noneTitle, hint: t.noneHint }}
      isStale={isPlaceholderData}
      foot={total && <TotalRow row={total} before={first} figures={totals} />}
    />
  );
}
