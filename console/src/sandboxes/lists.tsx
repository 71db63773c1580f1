import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api } from '../api.ts';
import { type Column, DataTable, listed } from '../components/data-table.tsx';
import { useFormats } from '../language/formats.ts';
import type { Sandbox } from './sandbox.ts';
import { useSandboxTexts } from './texts.ts';

const SIZE = 10;

type Mail =
  paths['/v2/sandboxes/{sandbox}/inbox']['get']['responses']['200']['content']['application/json']['data'][number];
type Event =
  paths['/v2/sandboxes/{sandbox}/events']['get']['responses']['200']['content']['application/json']['data'][number];

/** Mails that a sandbox would have sent, newest first. */
export function MailList({ sandbox: { id, name } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const { time } = useFormats();
  const [page, setPage] = useState(1);
  const params = { path: { sandbox: id }, query: { page, size: SIZE } };
  const list = api.useList('get', '/v2/sandboxes/{sandbox}/inbox', { params });
  const columns: Column<Mail>[] = [
    { key: 'sent', label: t.sent, value: ({ sent_at: at }) => at, cell: ({ sent_at: at }) => time(at) },
    { key: 'to', label: t.to, value: ({ to }) => to, cell: ({ to }) => to },
    { key: 'subject', label: t.subject, value: ({ subject }) => subject, cell: ({ subject }) => subject },
  ];
  return (
    <DataTable
      label={t.inboxOf(name)}
      columns={columns}
      {...listed(list)}
      keyOf={(mail) => mail.id}
      empty={t.noMails}
      page={page}
      onPage={setPage}
    />
  );
}

/** Events of a sandbox, newest first. */
export function EventList({ sandbox: { id, name } }: { sandbox: Sandbox }) {
  const t = useSandboxTexts();
  const { time } = useFormats();
  const [page, setPage] = useState(1);
  const params = { path: { sandbox: id }, query: { page, size: SIZE } };
  const list = api.useList('get', '/v2/sandboxes/{sandbox}/events', { params });
  const columns: Column<Event>[] = [
    { key: 'at', label: t.at, value: ({ occurred_at: at }) => at, cell: ({ occurred_at: at }) => time(at) },
    { key: 'type', label: t.type, value: ({ type }) => type, cell: ({ type }) => <code>{type}</code> },
    { key: 'about', label: t.about, value: ({ subject }) => subject, cell: ({ subject }) => subject },
  ];
  return (
    <DataTable
      label={t.eventsOf(name)}
      columns={columns}
      {...listed(list)}
      keyOf={(event) => event.id}
      empty={t.noEvents}
      page={page}
      onPage={setPage}
    />
  );
}
