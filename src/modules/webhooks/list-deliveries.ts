import { type SQL, sql } from 'drizzle-orm';
import { isStoreKey } from '../../platform/auth/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { NotFound } from '../../platform/errors/errors.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Page, PageRequest } from '../../platform/pagination.ts';
import { IS_PAYMENT } from './dispatch-events.ts';
import { messageIdOf } from './message-id.ts';
import { audienceOf } from './owner.ts';
import type { Webhook } from './webhook.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Maximum number of attempts that are listed for a delivery. There are about twenty in three days, and more after replays. */
const MAX_ATTEMPTS = 50;

/** One attempt to send a delivery, as the log shows it. */
export interface LoggedAttempt {
  at: Date;
  method: string;
  url: string;
  /** What a postback has posted; null: it had no body, or is the payload. */
  requestBody: string | null;
  durationMs: number;
  /** Null: there was no reply, and `error` contains the reason. */
  replyStatus: number | null;
  replyExcerpt: string | null;
  error: string | null;
}

/** An event on its way to a webhook, and the log of it. */
export interface Delivery {
  id: number;
  status: DeliveryStatus;
  messageId: string;
  type: string;
  version: number;
  subject: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  createdAt: Date;
  /** The latest, oldest of them first. */
  attempts: LoggedAttempt[];
}

export interface DeliveryFilters {
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
  /** Only deliveries with a greater id, oldest first: for those who follow the log. */
  afterId?: number | undefined;
}

type DeliveryRow = {
  id: number;
  status: DeliveryStatus;
  message_id: string;
  type: string;
  version: number;
  subject: string;
  occurred_at: string;
  data: Record<string, unknown>;
  next_attempt_at: string;
  delivered_at: string | null;
  created_at: string;
};

type AttemptRow = {
  delivery_id: number;
  at: string;
  method: string;
  url: string;
  request_body: string | null;
  duration_ms: number;
  reply_status: number | null;
  reply_excerpt: string | null;
  error: string | null;
};

/** Lists the deliveries of a webhook with their attempts, newest first, or after an id oldest first. */
export async function listDeliveries(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  webhook: Pick<Webhook, 'id' | 'owner'>,
  { status, type, afterId }: DeliveryFilters,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const where = [sql`d.webhook_id = ${webhook.id}`];
  if (status !== undefined) where.push(sql`d.status = ${status}`);
  if (type !== undefined) where.push(sql`e.type = ${type}`);
  if (afterId !== undefined) where.push(sql`d.id > ${afterId}`);
  if (isStoreKey(actor)) where.push(sql`NOT ${IS_PAYMENT}`);
  const order = afterId === undefined ? sql`d.id DESC` : sql`d.id`;
  return readDeliveries(db, webhook, { where: sql.join(where, sql` AND `), order }, page);
}

/** Reads one delivery of a webhook. @throws NotFound */
export async function readDelivery(
  { db }: Pick<Context, 'db'>,
  webhook: Pick<Webhook, 'id' | 'owner'>,
  id: number,
): Promise<Delivery> {
  const list = { where: sql`d.webhook_id = ${webhook.id} AND d.id = ${id}`, order: sql`d.id` };
  const { items } = await readDeliveries(db, webhook, list, { page: 1, size: 1, offset: 0 });
  if (items[0] === undefined) throw new NotFound('delivery');
  return items[0];
}

async function readDeliveries(
  db: Database,
  { owner }: Pick<Webhook, 'owner'>,
  { where, order }: { where: SQL; order: SQL },
  page: PageRequest,
): Promise<Page<Delivery>> {
  const columns = sql`d.id, d.status, e.message_id, e.type, e.version, e.subject, e.occurred_at, d.next_attempt_at, d.delivered_at, d.created_at,
    e.data || coalesce(e.private_data -> ${audienceOf(owner)}::text, '{}'::jsonb) AS data`;
  const from = sql`webhook_deliveries d JOIN event_outbox e ON e.id = d.event_id WHERE ${where}`;
  const { items, total } = await readPage<DeliveryRow>(db, { columns, from, order }, page);
  const attempts = await readAttempts(
    db,
    items.map(({ id }) => id),
  );
  return { total, items: items.map((row) => deliveryOf(row, attempts.get(row.id) ?? [])) };
}

async function readAttempts(db: Database, deliveryIds: readonly number[]): Promise<Map<number, AttemptRow[]>> {
  if (deliveryIds.length === 0) return new Map();
  const { rows } = await db.execute<AttemptRow & { id: number }>(sql`
    SELECT a.* FROM unnest(${sql.param([...deliveryIds])}::bigint[]) AS d (id) CROSS JOIN LATERAL (
      SELECT id, delivery_id, at, method, url, request_body, duration_ms, reply_status, reply_excerpt, error FROM webhook_attempts
      WHERE delivery_id = d.id ORDER BY id DESC LIMIT ${MAX_ATTEMPTS}) a ORDER BY a.id`);
  return groupBy(rows, (row) => row.delivery_id);
}

function deliveryOf(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    status: row.status,
    messageId: messageIdOf(row.message_id),
    type: row.type,
    version: row.version,
    subject: row.subject,
    occurredAt: new Date(row.occurred_at),
    data: row.data,
    nextAttemptAt: row.status === 'pending' ? new Date(row.next_attempt_at) : null,
    deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
    createdAt: new Date(row.created_at),
    attempts: attempts.map((attempt) => ({
      at: new Date(attempt.at),
      method: attempt.method,
      url: attempt.url,
      requestBody: attempt.request_body,
      durationMs: attempt.duration_ms,
      replyStatus: attempt.reply_status,
      replyExcerpt: attempt.reply_excerpt,
      error: attempt.error,
    })),
  };
}
