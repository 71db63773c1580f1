import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api, KEEP_PREVIOUS } from '../api.ts';
import { DataTable } from '../components/data-table.tsx';
import type { DayRange } from '../components/day-range.ts';
import type { Whose } from '../components/explanation/places.ts';
import { ExportMenu } from '../components/export-menu.tsx';
import { FilterSelect, wordsOf } from '../components/filter-select.tsx';
import { listed } from '../components/listed.ts';
import { Note } from '../components/note.tsx';
import { SectionHeader } from '../components/section-header.tsx';
import { countryName } from '../language/codes.ts';
import { useFormats } from '../language/formats.ts';
import { useReader } from '../language/language.tsx';
import { CREATOR_GROUPS, type DaysSearch, DEVICES, type ReasonGroup, STORE_GROUPS } from './search.ts';
import { useExplainedTexts } from './texts.ts';

interface ReasonsProps {
  whose: Whose;
  range: DayRange;
  search: DaysSearch;
  onChange: (search: DaysSearch) => void;
}

/** Numbers of counted clicks, and of the others by reason, in groups. */
export function Reasons({ whose, range, search, onChange }: ReasonsProps) {
  const { reasons: t, clicks } = useExplainedTexts();
  const { number } = useFormats();
  const isStore = 'store' in whose;
  const groups: readonly ReasonGroup[] = isStore ? STORE_GROUPS : CREATOR_GROUPS;
  const { data, error, refetch, isPlaceholderData } = useReasons(whose, range, search);
  const isGrouped = search.group !== undefined;
  return (
    <section aria-labelledby="reasons">
      <SectionHeader id="reasons" title={t.title}>
        <Group gap="sm" align="flex-end">
          <FilterSelect
            label={t.by}
            words={wordsOf(groups, t.groups)}
            value={search.group}
            onChange={(group) => onChange({ group })}
          />
          <ExportMenu formats={['xlsx', 'csv']} urlOf={(format) => fileAddress(whose, range, search, format)} />
        </Group>
      </SectionHeader>
      <DataTable
        label={t.title}
        columns={[
          ...(isGrouped
            ? [
                {
                  key: 'group',
                  label: t.groups[search.group!],
                  cell: ({ group }: { group: string | null }) => <GroupName group={group} search={search} />,
                },
              ]
            : []),
          {
            key: 'class',
            label: t.class,
            value: (one) => clicks.classes[one.class],
            cell: (one) => clicks.classes[one.class],
          },
          {
            key: 'reason',
            label: clicks.reason,
            wideOnly: true,
            cell: ({ reason }) => <Note>{reason}</Note>,
          },
          {
            key: 'count',
            label: t.count,
            numeric: true,
            value: (one) => one.clicks,
            cell: (one) => number(one.clicks),
          },
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

const COUNTRY = /^[A-Z]{2}$/;

/** The grouping value. A country links to its clicks. */
function GroupName({ group, search }: { group: string | null; search: DaysSearch }) {
  const { reasons: t, clicks } = useExplainedTexts();
  const { language } = useReader();
  const device = DEVICES.find((one) => one === group);
  // While another grouping is being loaded, the rows are those of the previous one.
  if (search.group === 'country' && COUNTRY.test(group ?? '')) {
    const { after: _, page: __, ...rest } = search;
    const country = group!;
    const name = countryName(country, language);
    return (
      <Anchor
        size="sm"
        aria-label={t.show(name)}
        renderRoot={(props) => <Link {...props} to="." search={{ ...rest, country }} resetScroll={false} />}
      >
        {name}
      </Anchor>
    );
  }
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {search.group === 'device' && device !== undefined ? clicks.devices[device] : (group ?? t.none)}
    </Text>
  );
}

/** The query of both lists. */
function queryOf(range: DayRange, { link, campaign, device, country }: DaysSearch) {
  return {
    ...range,
    ...(link === undefined ? {} : { link_id: link }),
    ...(campaign === undefined ? {} : { offer_id: campaign }),
    ...(device === undefined ? {} : { device }),
    ...(country === undefined ? {} : { country }),
  };
}

/** URL of the same figures as a file. */
function fileAddress(whose: Whose, range: DayRange, search: DaysSearch, format: 'csv' | 'xlsx'): string {
  const { creator, group } = search;
  const isStore = 'store' in whose;
  const query = new URLSearchParams({ format });
  for (const [key, value] of Object.entries(queryOf(range, search))) query.set(key, String(value));
  if (isStore && creator !== undefined) query.set('user_id', String(creator));
  if (group !== undefined) query.set('group_by', group);
  return `/v2/${isStore ? `stores/${whose.store}` : `users/${whose.user}`}/click-reasons?${query}`;
}

/** Only one of the two queries is enabled. */
function useReasons(whose: Whose, range: DayRange, search: DaysSearch) {
  const { creator, group } = search;
  const query = queryOf(range, search);
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
    { enabled: isStore, ...KEEP_PREVIOUS },
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
    { enabled: !isStore, ...KEEP_PREVIOUS },
  );
  return listed(isStore ? ofStore : ofCreator);
}
