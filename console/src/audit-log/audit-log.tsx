import { Select } from '@mantine/core';
import type { paths } from '@tributary/client';
import type { ReactNode } from 'react';
import type { Column, ListQuery } from '../components/data-table.tsx';
import { DayField } from '../components/day-field.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { Note } from '../components/note.tsx';
import { useListNavigation } from '../components/use-list-navigation.ts';
import { useFormats } from '../language/formats.ts';
import { ACTIONS, wordsOfName } from './actions.ts';
import { Details } from './details.tsx';
import { type AuditSearch, filtersOf } from './search.ts';
import { useAuditLogTexts } from './texts.ts';

type Entry = paths['/v2/admin/audit-log']['get']['responses']['200']['content']['application/json']['data'][number];

interface AuditLogProps {
  /** The address of the log in the API, for its export. */
  address: string;
  /** Filters of the export beyond those of the form. */
  further?: Record<string, string>;
  /** The endpoint can also return a file as a text, which the console does not request. */
  query: Omit<ListQuery<Entry>, 'data'> & { data: ListQuery<Entry>['data'] | string };
  search: AuditSearch;
  /** The select for the person who acted. */
  actor: ReactNode;
  /** More filters. */
  children?: ReactNode;
}

/** An audit log with filters and export. The page keeps the filters in the URL. */
export function AuditLog(props: AuditLogProps) {
  const { address, further = {}, search, actor, children, query } = props;
  const t = useAuditLogTexts();
  const urlOf = (format: string) =>
    `${address}?${new URLSearchParams({ ...stringsOf(filtersOf(search)), ...further, format })}`;
  return (
    <FilteredList
      name="audit-log"
      label={t.title}
      further={{ ...search, page: undefined }}
      columns={useColumns()}
      query={{ ...query, data: typeof query.data === 'string' ? undefined : query.data }}
      keyOf={({ id }) => id}
      empty={t.empty}
      page={search.page ?? 1}
      files={{ formats: ['csv', 'xlsx'], urlOf }}
    >
      {children}
      <Filters search={search} actor={actor} />
    </FilteredList>
  );
}

const stringsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The filters of every log; each applies at once. */
function Filters({ search, actor }: { search: AuditSearch; actor: ReactNode }) {
  const t = useAuditLogTexts();
  const { narrow } = useListNavigation();
  const actions = ACTIONS.map((value) => ({ value, label: actionWords(value, t) }));
  const day = (name: 'from' | 'to') => (
    <DayField
      flex={{ base: '1 1 40%', xs: '0 1 auto' }}
      label={t[name]}
      value={search[name] ?? ''}
      onChange={(chosen) => narrow({ [name]: chosen || undefined })}
    />
  );
  return (
    <>
      {actor}
      <Select
        label={t.action}
        placeholder={t.findAction}
        searchable
        clearable
        data={actions.sort((one, other) => one.label.localeCompare(other.label))}
        value={search.action ?? null}
        onChange={(action) => narrow({ action: action ?? undefined })}
      />
      {day('from')}
      {day('to')}
    </>
  );
}

/** The words of an action: its subject and its event. */
function actionWords(action: string, t: ReturnType<typeof useAuditLogTexts>): string {
  const [subject = '', event = ''] = action.split('.');
  return `${t.subjects[subject] ?? wordsOfName(subject)}: ${t.events[event] ?? wordsOfName(event)}`;
}

function useColumns(): Column<Entry>[] {
  const t = useAuditLogTexts();
  const { time } = useFormats();
  return [
    { key: 'at', label: t.columns.at, cell: ({ at }) => time(at) },
    {
      key: 'actor',
      label: t.columns.actor,
      cell: ({ actor, store_key: key }) => actor?.username ?? (key === null ? t.system : t.storeKey(key.name)),
    },
    { key: 'action', label: t.columns.action, cell: ({ action }) => actionWords(action, t) },
    {
      key: 'subject',
      label: t.columns.subject,
      wideOnly: true,
      cell: ({ subject_kind: kind, subject_id: id, subject_name: name }) => (
        <>
          {t.subjects[kind] ?? wordsOfName(kind)}
          <Note size="sm">{name ?? (id === null ? '' : t.numbered(String(id)))}</Note>
        </>
      ),
    },
    {
      key: 'details',
      label: t.columns.details,
      wideOnly: true,
      cell: ({ details }) => <Details details={details as Record<string, unknown>} />,
    },
  ];
}
