import { Group, Pill, Stack } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { MAX_RESULT_DAYS } from '../../../../src/platform/limits.ts';
import { api } from '../../api.ts';
import { ExportMenu } from '../../components/export-menu.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { RangePicker } from '../../components/range-picker.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { CompareSelect } from '../../components/statistics/compare-select.tsx';
import { comparedRange, comparisonOf } from '../../components/statistics/comparison.ts';
import { Breakdown } from './breakdown.tsx';
import { CreatorDrawer } from './creator-drawer.tsx';
import { FigureMenu } from './figure-menu.tsx';
import { LinkFilter } from './link-filter.tsx';
import { FILE_FORMATS, fileAddress, resultsQuery, selectedDays } from './query.ts';
import { ResultChart, useResults } from './result-chart.tsx';
import { SavedViews } from './saved-views.tsx';
import { STATISTICS_KINDS, type StatisticsSearch } from './search.ts';
import { isRanked } from './shown-figures.ts';
import { StatisticsTable } from './statistics-table.tsx';
import { useStatisticsTexts } from './texts.ts';

/** Statistics by creator, link, campaign and properties of clicks, with a chart, filters, export and saved views. */
export function StatisticsPage() {
  const t = useStatisticsTexts();
  const { store } = useParams({ from: '/console/shop/$store/statistics' });
  const search = useSearch({ from: '/console/shop/$store/statistics' });
  const navigate = useNavigate({ from: '/console/shop/$store/statistics' });
  const kind = search.by ?? 'creators';
  const id = Number(store);
  const range = selectedDays(search);
  const before = comparedRange(range, comparisonOf(search.vs));
  const now = useResults(id, resultsQuery(search, kind, range));
  const then = useResults(id, before && resultsQuery(search, kind, before));
  /** Changes which list is shown, so the page number returns to 1. */
  const change = (changes: Partial<Record<keyof StatisticsSearch, unknown>>) =>
    // Opening the drawer adds a history entry, so that Back closes it.
    void navigate({
      search: (old) => withoutEmpty({ ...old, page: undefined, ...changes }),
      replace: changes.who === undefined,
      resetScroll: false,
    });
  const list = isRanked(kind) ? (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <SearchBox key={kind} label={t.search[kind]} value={search.q} onChange={(q) => change({ q })} />
        <Group gap="xs">
          {kind === 'links' && <LinkFilter store={id} search={search} onChange={(links) => change({ links })} />}
          <FigureMenu search={search} onChange={(show) => change({ show, page: search.page })} />
          <ExportMenu formats={FILE_FORMATS} urlOf={(format) => fileAddress(id, kind, { search, format })} />
        </Group>
      </Group>
      <Narrowed store={id} search={search} onAll={() => change({ creator: undefined, links: undefined })} />
      <StatisticsTable
        store={id}
        kind={kind}
        search={search}
        total={now.data}
        onSort={(sort) => change({ sort })}
        onPage={(page) => change({ page })}
        onOpenCreator={(who) => change({ who, page: search.page })}
        onClear={() => change({ q: undefined, creator: undefined, links: undefined })}
      />
    </Stack>
  ) : (
    <Stack gap="md">
      <Group justify="flex-end">
        <FigureMenu search={search} onChange={(show) => change({ show })} />
      </Group>
      <Narrowed store={id} search={search} onAll={() => change({ creator: undefined, links: undefined })} />
      <Breakdown store={id} kind={kind} search={search} total={now.data} onRange={(days) => change({ ...days })} />
    </Stack>
  );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Group gap="xs">
          <RangePicker
            range={range}
            onChange={(days) => change({ ...days })}
            max={MAX_RESULT_DAYS}
            firstDay={now.data?.first_day}
          />
          <CompareSelect value={comparisonOf(search.vs)} onChange={(vs) => change({ vs, page: search.page })} />
          <SavedViews store={id} search={search} onLoad={(view) => void navigate({ search: { ...range, ...view } })} />
        </Group>
      </PageHeader>
      <Stack gap="lg">
        <ResultChart
          store={id}
          range={range}
          before={before}
          now={now}
          then={then}
          figure={search.figure}
          onFigure={(figure) => change({ figure, page: search.page })}
          filter={search}
        />
        <PageTabs
          label={t.by}
          value={kind}
          onChange={(by) => change({ by, q: undefined, links: undefined, sort: undefined })}
          tabs={STATISTICS_KINDS.map((value) => ({
            value,
            label: t.kinds[value],
            content: value === kind ? list : null,
          }))}
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
