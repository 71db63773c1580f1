import { Button, Code, Group, Stack, TextInput } from '@mantine/core';
import type { paths } from '@tributary/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Column, DataTable } from '../components/data-table.tsx';
import { ExportMenu } from '../components/export-menu.tsx';
import { PageHeader } from '../components/page-header.tsx';
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
  rows: readonly Entry[] | undefined;
  pages: number | undefined;
  total: number | undefined;
  error: unknown;
  onRetry: () => unknown;
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
  /** More filters. */
  children?: ReactNode;
}

/** An audit log with filters and export. The page keeps the filters in the URL. */
export function AuditLog(props: AuditLogProps) {
  const { hint, address, further = {}, search, onSearch, children, ...list } = props;
  const t = useAuditLogTexts();
  const urlOf = (format: string) =>
    `${address}?${new URLSearchParams({ ...stringsOf(filtersOf(search)), ...further, format })}`;
  return (
    <>
      <PageHeader title={t.title} hint={hint}>
        <ExportMenu formats={['csv', 'xlsx']} urlOf={urlOf} />
      </PageHeader>
      <Stack gap="md">
        <Filters key={JSON.stringify(search)} search={search} onSearch={onSearch}>
          {children}
        </Filters>
        <DataTable
          label={t.title}
          columns={useColumns()}
          {...list}
          keyOf={({ id }) => id}
          empty={t.empty}
          page={search.page ?? 1}
          onPage={(page) => onSearch({ ...search, page })}
        />
      </Stack>
    </>
  );
}

const stringsOf = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

function Filters({
  search,
  onSearch,
  children,
}: {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
  children: ReactNode;
}) {
  const t = useAuditLogTexts();
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
    onSearch({
      ...(search.subject === undefined ? {} : { subject: search.subject }),
      ...(action.trim() === '' ? {} : { action: action.trim() }),
      ...(/^[1-9]\d*$/.test(actor) ? { actor: Number(actor) } : {}),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <TextInput placeholder={t.actionHint} {...field('action')} />
        <TextInput inputMode="numeric" pattern="[1-9][0-9]*" w={110} {...field('actor')} />
        {children}
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
