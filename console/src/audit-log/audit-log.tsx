import { Button, Code, Group, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Column, ListQuery } from '../components/data-table.tsx';
import { FilteredList } from '../components/filtered-list.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useListNavigation } from '../components/use-list-navigation.ts';
import { useFormats } from '../language/formats.ts';
import { type AuditSearch, filtersOf } from './search.ts';
import { useAuditLogTexts } from './texts.ts';

type Entry = paths['/v2/admin/audit-log']['get']['responses']['200']['content']['application/json']['data'][number];

interface AuditLogProps {
  hint: string;
  /** The address of the log in the API, for its export. */
  address: string;
  /** Filters of the export beyond those of the form. */
  further?: Record<string, string>;
  /** The endpoint can also return a file as a text, which the console does not request. */
  query: Omit<ListQuery<Entry>, 'data'> & { data: ListQuery<Entry>['data'] | string };
  search: AuditSearch;
  /** More filters. */
  children?: ReactNode;
}

/** An audit log with filters and export. The page keeps the filters in the URL. */
export function AuditLog(props: AuditLogProps) {
  const { hint, address, further = {}, search, children, query } = props;
  const t = useAuditLogTexts();
  const urlOf = (format: string) =>
    `${address}?${new URLSearchParams({ ...stringsOf(filtersOf(search)), ...further, format })}`;
  return (
    <>
      <PageHeader title={t.title} hint={hint} />
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
        <Filters key={JSON.stringify(search)} search={search} />
      </FilteredList>
    </>
  );
}

const stringsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

function Filters({ search }: { search: AuditSearch }) {
  const t = useAuditLogTexts();
  const { narrow } = useListNavigation();
  const [typed, setTyped] = useState({
    action: search.action ?? '',
    actor: search.actor === undefined ? '' : String(search.actor),
    from: search.from ?? '',
    to: search.to ?? '',
  });
  const field = (name: keyof typeof typed) => ({
    label: t[name],
    value: typed[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { action, actor, from, to } = typed;
    narrow({
      action: action.trim() || undefined,
      actor: /^[1-9]\d*$/.test(actor) ? Number(actor) : undefined,
      from: from || undefined,
      to: to || undefined,
    });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput placeholder={t.actionHint} {...field('action')} />
        <TextInput inputMode="numeric" pattern="[1-9][0-9]*" w={110} {...field('actor')} />
        <TextInput type="date" {...field('from')} />
        <TextInput type="date" {...field('to')} />
        <Button type="submit" variant="default">
          {t.search}
        </Button>
      </Group>
    </form>
  );
}

function useColumns(): Column<Entry>[] {
  const t = useAuditLogTexts();
  const { time } = useFormats();
  return [
    { key: 'at', label: t.columns.at, cell: ({ at }) => time(at) },
    {
      key: 'actor',
      label: t.columns.actor,
      cell: ({ actor, store_key: key }) => {
        if (actor !== null) return `${actor.username} (${actor.id})`;
        return key === null ? t.system : t.storeKey(key.name);
      },
    },
    { key: 'action', label: t.columns.action, cell: ({ action }) => <Code>{action}</Code> },
    {
      key: 'subject',
      label: t.columns.subject,
      wideOnly: true,
      cell: ({ subject_kind: kind, subject_id: id }) => `${t.subjects[kind] ?? kind}${id === null ? '' : ` ${id}`}`,
    },
    {
      key: 'details',
      label: t.columns.details,
      wideOnly: true,
      cell: ({ details }) =>
        Object.keys(details).length === 0 ? null : (
          <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(details)}</Code>
        ),
    },
  ];
}
