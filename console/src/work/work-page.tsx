import { useSearch } from '@tanstack/react-router';
import type { Column } from '../components/data-table.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { sortOf } from '../components/table/list-state.ts';
import { sortedRows } from '../components/table/sorted-rows.ts';
import { useReader } from '../language/language.tsx';
import { Due } from './due.tsx';
import { useWorkTexts } from './texts.ts';
import { keyOfWork, useWork, type WorkItem } from './use-work.ts';
import { WorkLink } from './work-link.tsx';

const FROM = '/console/work';

/** All open tasks of the reader, across stores, agencies and roles. The reply contains all of them: the page filters and sorts them. */
export function WorkPage() {
  const t = useWorkTexts();
  const { kind, whose, query, sort } = useSearch({ from: FROM });
  const work = useWork();
  const items = work.data?.data ?? [];
  const found = useFound(items);
  const page = { data: found, meta: { last_page: 1, total: found.length } };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="work"
        label={t.list}
        search={{ label: t.search, value: query }}
        filters={[
          { name: 'kind', label: t.task, words: kindsOf(items, t), value: kind },
          { name: 'whose', label: t.whose, words: namesOf(items, t), value: whose },
        ]}
        columns={useColumns()}
        query={{
          data: work.data && page,
          error: work.error,
          refetch: work.refetch,
          isPlaceholderData: false,
          readPage: async () => page,
        }}
        keyOf={keyOfWork}
        empty={{ title: t.nothing }}
        nothingFound={{ title: t.notFound }}
        page={1}
        sort={sort}
      />
    </>
  );
}

type Texts = ReturnType<typeof useWorkTexts>;

/** The tasks that match the filters, in the selected order; by due date at first. */
function useFound(items: readonly WorkItem[]): readonly WorkItem[] {
  const t = useWorkTexts();
  const { language } = useReader();
  const { kind, whose, query = '', sort } = useSearch({ from: FROM });
  const wanted = query.toLowerCase();
  const found = items.filter(
    (item) =>
      (kind === undefined || item.kind === kind) &&
      (whose === undefined || nameOf(item, t) === whose) &&
      [t.kinds[item.kind](item.count), item.subject, nameOf(item, t)].join(' ').toLowerCase().includes(wanted),
  );
  const order = sortOf(sort);
  if (order === undefined) return found;
  const values = {
    // With the same number, sentences are sorted by their words.
    task: (item: WorkItem) => t.kinds[item.kind](2),
    whose: (item: WorkItem) => nameOf(item, t),
    due: (item: WorkItem) => item.due_at,
  };
  return sortedRows(found, values[order.by as keyof typeof values], { ...order, language });
}

function useColumns(): Column<WorkItem>[] {
  const t = useWorkTexts();
  return [
    {
      key: 'task',
      label: t.task,
      sortable: true,
      value: (item) => [t.kinds[item.kind](item.count), item.subject].filter(Boolean).join(': '),
      cell: (item) => <WorkLink item={item} />,
    },
    {
      key: 'whose',
      label: t.whose,
      sortable: true,
      wideOnly: true,
      value: (item) => nameOf(item, t),
      cell: (item) => nameOf(item, t),
    },
    {
      key: 'due',
      label: t.due,
      sortable: true,
      wideOnly: true,
      value: ({ due_at: due }) => due,
      cell: (item) => <Due item={item} />,
    },
  ];
}

/** The kinds of the tasks, with the number of records of each. */
function kindsOf(items: readonly WorkItem[], t: Texts): [string, string][] {
  const counts = new Map<WorkItem['kind'], number>();
  for (const { kind, count } of items) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => [kind, t.kinds[kind](count)]);
}

const namesOf = (items: readonly WorkItem[], t: Texts): [string, string][] =>
  [...new Set(items.map((item) => nameOf(item, t)))].sort().map((name) => [name, name]);

/** The store or agency; otherwise the reader, or the marketplace. */
function nameOf({ store, client, audience }: WorkItem, t: Texts): string {
  return store?.name ?? client?.name ?? (audience === 'admin' ? t.market : t.you);
}
