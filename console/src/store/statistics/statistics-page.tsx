import { Group, NativeSelect, Pill, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { readRange } from '../../components/day-range.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { Segments } from '../../components/segments.tsx';
import { CreatorDrawer } from './creator-drawer.tsx';
import { FigureMenu } from './figure-menu.tsx';
import { LinkFilter } from './link-filter.tsx';
import { FILE_FORMATS, fileAddress } from './query.ts';
import { SavedViews } from './saved-views.tsx';
import { STATISTICS_KINDS, type StatisticsKind, type StatisticsSearch } from './search.ts';
import { StatisticsTable } from './statistics-table.tsx';
import { useStatisticsTexts } from './texts.ts';

/** Statistics by creator, link and campaign with filters, export and saved views. */
export function StatisticsPage() {
  const t = useStatisticsTexts();
  const { store } = useParams({ from: '/console/shop/$store/statistics' });
  const search = useSearch({ from: '/console/shop/$store/statistics' });
  const navigate = useNavigate({ from: '/console/shop/$store/statistics' });
  const kind = search.by ?? 'creators';
  const id = Number(store);
  const range = readRange({ ...search });
  /** Changes which list is shown, so the page number returns to 1. */
  const change = (changes: Partial<Record<keyof StatisticsSearch, unknown>>) =>
    // Opening the drawer adds a history entry, so that Back closes it.
    void navigate({
      search: (old) => withoutEmpty({ ...old, page: undefined, ...changes }),
      replace: changes.who === undefined,
    });
  const data = STATISTICS_KINDS.map((value) => ({ value, label: t.kinds[value] }));
  const choose = (by: string) => change({ by: by as StatisticsKind, q: undefined, links: undefined });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker range={range} onChange={(days) => change({ ...days })} />
      </PageHeader>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Group gap="sm">
            <Segments visibleFrom="xs" aria-label={t.by} choices={data} value={kind} onChange={choose} />
            <NativeSelect
              hiddenFrom="xs"
              aria-label={t.by}
              data={data}
              value={kind}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
            <SearchBox key={kind} label={t.search[kind]} value={search.q} onChange={(q) => change({ q })} />
          </Group>
          <Group gap="xs">
            {kind === 'links' && <LinkFilter store={id} search={search} onChange={(links) => change({ links })} />}
            <FigureMenu search={search} onChange={(show) => change({ show, page: search.page })} />
            <SavedViews
              store={id}
              search={search}
              onLoad={(view) => void navigate({ search: { ...range, ...view } })}
            />
            <ExportMenu formats={FILE_FORMATS} urlOf={(format) => fileAddress(id, kind, { search, format })} />
          </Group>
        </Group>
        <Narrowed store={id} search={search} onAll={() => change({ creator: undefined, links: undefined })} />
        <StatisticsTable
          store={id}
          kind={kind}
          search={search}
          onSort={(sort) => change({ sort })}
          onPage={(page) => change({ page })}
          onOpenCreator={(who) => change({ who, page: search.page })}
          onClear={() => change({ q: undefined, creator: undefined, links: undefined })}
        />
      </Stack>
      <CreatorDrawer
        store={id}
        range={range}
        user={search.who}
        onClose={() => change({ who: undefined, page: search.page })}
      />
    </>
  );
}

function withoutEmpty(search: Record<string, unknown>): StatisticsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));
}

/** Active creator and link filters, with removal. */
function Narrowed({ store, search, onAll }: { store: number; search: StatisticsSearch; onAll: () => void }) {
  const t = useStatisticsTexts();
  const { creator: userid, links } = search;
  const { data } = api.useQuery(
    'get',
    '/advertiser/stores/{id}/users/{userid}/dashboard',
    { params: { path: { id: store, userid: userid ?? 0 } } },
    { enabled: userid !== undefined },
  );
  if (userid === undefined && links === undefined) return null;
  return (
    <Group gap="xs">
      {userid !== undefined && (
        <Pill size="md" withRemoveButton onRemove={onAll} removeButtonProps={REMOVE(t.showAll)}>
          {t.onlyCreator(data?.public_name ?? '…')}
        </Pill>
      )}
      {links !== undefined && (
        <Pill size="md" withRemoveButton onRemove={onAll} removeButtonProps={REMOVE(t.showAll)}>
          {t.onlyLinks(links.split(',').length)}
        </Pill>
      )}
    </Group>
  );
}

const REMOVE = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0 });
