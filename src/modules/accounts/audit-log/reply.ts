import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { type ExportFormat, sendExport } from '../../../platform/export/export.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import type { Language } from '../../../platform/locale.ts';
import { type PageRequest, presentV2Page } from '../../../platform/pagination.ts';
import { type AuditFilters, type AuditRow, listAuditEntries, readAuditBatches } from './list-entries.ts';

/** The query of an audit log. */
interface AuditQuery {
  actor_id?: number;
  action?: string;
  subject_kind?: string;
  subject_id?: number;
  from?: string;
  to?: string;
  format?: ExportFormat;
  lang?: Language;
}

interface AuditCall {
  ctx: Pick<Context, 'db' | 'now'>;
  query: AuditQuery;
  page: PageRequest;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Replies with an audit log as a page or as a file.
 * @param whose conditions that restrict the log for this caller regardless of the filters
 */
export async function replyWithAuditLog(
  { ctx, query, page, request, reply }: AuditCall,
  whose: Pick<AuditFilters, 'subjectKind' | 'subjectId'> = {},
): Promise<ReturnType<typeof pageOf> | Readable> {
  if (query.subject_id !== undefined && query.subject_kind === undefined)
    throw new InvalidInput({ subject_kind: ['is required with subject_id'] });
  const filters: AuditFilters = {
    actorId: query.actor_id,
    action: query.action,
    from: instantOf(query.from),
    to: instantOf(query.to),
    subjectKind: query.subject_kind,
    subjectId: query.subject_id,
    ...whose,
  };
  if (query.format !== undefined) {
    const day = ctx.now().toISOString().slice(0, 10);
    return sendExport(reply, query.format, {
      name: 'audit-log',
      language: query.lang,
      day,
      columns,
      batches: await readAuditBatches(ctx, filters),
    });
  }
  return pageOf(request, page, await listAuditEntries(ctx, filters, page));
}

const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

function pageOf(request: FastifyRequest, page: PageRequest, entries: Awaited<ReturnType<typeof listAuditEntries>>) {
  return presentV2Page(request, page, entries, (row: AuditRow) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, username: row.actor_name ?? '' },
    store_key: row.store_key_id === null ? null : { id: row.store_key_id, name: row.store_key_name ?? '' },
    action: row.action,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    details: row.details,
  }));
}

const columns: Column<AuditRow>[] = [
  { header: 'ID', kind: 'number', cell: ({ id }) => id },
  { header: 'Time', kind: 'time', cell: ({ at }) => new Date(at) },
  { header: 'Actor ID', kind: 'number', cell: ({ actor_id }) => actor_id },
  { header: 'Actor', kind: 'text', cell: ({ actor_name }) => actor_name },
  { header: 'API key of the store', kind: 'text', cell: ({ store_key_name }) => store_key_name },
  { header: 'Action', kind: 'text', cell: ({ action }) => action },
  { header: 'Subject', kind: 'text', cell: ({ subject_kind }) => subject_kind },
  { header: 'Subject ID', kind: 'number', cell: ({ subject_id }) => subject_id },
  { header: 'Subject name', kind: 'text', cell: ({ subject_name }) => subject_name },
  { header: 'Details', kind: 'text', cell: ({ details }) => JSON.stringify(details) },
];
