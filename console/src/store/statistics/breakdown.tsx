import { Button, Group, Text } from '@mantine/core';
import { MAX_CLICK_DAYS } from '../../../../src/platform/limits.ts';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { type DayRange, daysIn, lastDays } from '../../components/day-range.ts';
import { useResultColumns } from '../../components/statistics/result-columns.tsx';
import type { Results } from '../../components/statistics/results.ts';
import { TotalRow } from '../../components/statistics/total-row.tsx';
import { countryName } from '../../language/codes.ts';
import { useFormats } from '../../language/formats.ts';
import { useReader } from '../../language/language.tsx';
import { explainedDays } from './explained-days.ts';
import { selectedDays } from './query.ts';
import type { BreakdownKind, StatisticsSearch } from './search.ts';
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

/** The properties by their names in the API. */
const BREAKDOWNS = {
  sources: 'source',
  countries: 'country',
  devices: 'device',
  codes: 'code',
} as const satisfies Record<BreakdownKind, string>;

/** All groups of one page; there are fewer countries, and codes beyond them are few. */
const MOST = 100;

/** Results by source, country, device or code, with their totals. */
export function Breakdown({ store, kind, search, total, onRange }: BreakdownProps) {
  const t = useStatisticsTexts();
  const { number } = useFormats();
  const nameOf = useGroupNames(kind);
  const range = selectedDays(search);
  const isTooLong = kind !== 'codes' && daysIn(range) > MAX_CLICK_DAYS;
  const creator = search.creator === undefined ? {} : { users: String(search.creator) };
  const query = { ...range, ...creator, group_by: BREAKDOWNS[kind], size: MOST };
  const { data, error, refetch, isPlaceholderData } = api.useQuery(
    'get',
    '/v2/stores/{store}/breakdown',
    { params: { path: { store }, query } },
    { enabled: !isTooLong, ...KEEP_PREVIOUS },
  );
  const shown = { figures: figuresShown(kind, search), isSorted: false };
  const figures = useResultColumns<Row>(shown);
  const filter = search.creator === undefined ? {} : { creator: search.creator };
  const totals = useResultColumns<Results>({ ...shown, placeOf: explainedDays(store, range, () => filter) });
  if (isTooLong)
    return (
      <Group>
        <Text c="dimmed">{t.tooLong(number(MAX_CLICK_DAYS))}</Text>
        <Button variant="default" size="xs" onClick={() => onRange(lastDays(MAX_CLICK_DAYS))}>
          {t.lastDays(number(MAX_CLICK_DAYS))}
        </Button>
      </Group>
    );
  const first: Column<Row>[] = [
    { key: 'group', label: t.group[kind], value: ({ group }) => nameOf(group), cell: ({ group }) => nameOf(group) },
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

/** The names of the values of a property in the reader's language. */
function useGroupNames(kind: BreakdownKind): (group: string | null) => string {
  const t = useStatisticsTexts();
  const { language } = useReader();
  return (group) => {
    if (group === null) return t.without[kind];
    if (kind === 'countries') return countryName(group, language);
    const names: Readonly<Record<string, string>> =
      kind === 'sources' ? t.sources : kind === 'devices' ? t.devices : {};
    return names[group] ?? group;
  };
}
