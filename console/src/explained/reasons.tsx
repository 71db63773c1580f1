import { Group, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../api.ts';
import { DataTable } from '../components/data-table.tsx';
import type { DayRange } from '../components/day-range.ts';
import type { Whose } from '../components/explanation/places.ts';
import { FilterSelect } from '../components/filter-select.tsx';
import { Note } from '../components/note.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useFormats } from '../language/formats.ts';
import { CREATOR_GROUPS, type DaysSearch, type ReasonGroup, STORE_GROUPS } from './search.ts';
import { useExplainedTexts } from './texts.ts';

interface ReasonsProps {
  whose: Whose;
  range: DayRange;
  search: DaysSearch;
  onChange: (search: DaysSearch) => void;
}

/** How many clicks counted, and how many did not and why; in groups. */
export function Reasons({ whose, range, search, onChange }: ReasonsProps) {
  const { reasons: t, clicks } = useExplainedTexts();
  const { number } = useFormats();
  const isStore = 'store' in whose;
  const groups: readonly ReasonGroup[] = isStore ? STORE_GROUPS : CREATOR_GROUPS;
  const { data, error, refetch, isPlaceholderData } = useReasons(whose, range, search);
  const isGrouped = search.group !== undefined;
  return (
    <section aria-labelledby="reasons">
      <Group justify="space-between" align="flex-end" mb="md">
        <SectionTitle id="reasons">{t.title}</SectionTitle>
        <FilterSelect
          label={t.by}
          words={groups.map((one) => [one, t.groups[one]] as const)}
          value={search.group}
          onChange={(group) => onChange({ group })}
        />
      </Group>
      <DataTable
        label={t.title}
        columns={[
          ...(isGrouped
            ? [
                {
                  key: 'group',
                  label: t.groups[search.group!],
                  cell: ({ group }: { group: string | null }) => (
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                      {group ?? t.none}
                    </Text>
                  ),
                },
              ]
            : []),
          { key: 'class', label: t.class, cell: (one) => clicks.classes[one.class] },
          {
            key: 'reason',
            label: clicks.reason,
            wideOnly: true,
            cell: ({ reason }) => <Note>{reason}</Note>,
          },
          { key: 'count', label: t.count, numeric: true, cell: (one) => number(one.clicks) },
        ]}
        rows={data?.data}
        keyOf={({ group, class: counted }) => `${group} ${counted}`}
        error={error}
        onRetry={refetch}
        isStale={isPlaceholderData}
        empty={t.empty}
      />
    </section>
  );
}

/** Only one of the two is asked for. */
function useReasons(whose: Whose, range: DayRange, { link, campaign, creator, group }: DaysSearch) {
  const query = {
    ...range,
    ...(link === undefined ? {} : { link_id: link }),
    ...(campaign === undefined ? {} : { offer_id: campaign }),
  };
  const isStore = 'store' in whose;
  const storeGroup = STORE_GROUPS.find((one) => one === group);
  const ofStore = api.useQuery(
    'get',
    '/v2/stores/{store}/click-reasons',
    {
      params: {
        path: { store: isStore ? whose.store : 0 },
        query: {
          ...query,
          ...(creator === undefined ? {} : { user_id: creator }),
          ...(storeGroup === undefined ? {} : { group_by: storeGroup }),
        },
      },
    },
    { enabled: isStore, placeholderData: keepPreviousData },
  );
  const ofCreator = api.useQuery(
    'get',
    '/v2/users/{user}/click-reasons',
    {
      params: {
        path: { user: isStore ? 0 : whose.user },
        query: { ...query, ...(group === undefined ? {} : { group_by: group }) },
      },
    },
    { enabled: !isStore, placeholderData: keepPreviousData },
  );
  return isStore ? ofStore : ofCreator;
}
