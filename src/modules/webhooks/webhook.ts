import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors/errors.ts';
import type { Owner } from './owner.ts';
import type { RequestTemplate } from './postback-template.ts';

/** `webhook`: a signed POST. `postback`: a request that is filled from templates with macros. */
export type WebhookKind = 'webhook' | 'postback';

/** Why nothing is sent. `failing`: three days without a success. `gone`: the receiver replied 410. `key_ended`: the API key that set it up is not valid any more. */
export const PAUSE_REASONS = ['owner', 'failing', 'gone', 'key_ended'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A destination of events, without its secret. */
export interface Webhook {
  id: number;
  kind: WebhookKind;
  owner: Owner;
  /** The API key of the store that has set its destination; null: a person has. */
  storeKeyId: number | null;
  url: string;
  /** How a postback is requested, besides its URL. */
  request: Omit<RequestTemplate, 'url'>;
  /** The names of the values that the owner has entered for the templates. */
  valueNames: readonly string[];
  events: readonly string[];
  description: string;
  status: 'active' | 'paused';
  pausedAt: Date | null;
  pauseReason: PauseReason | null;
  failingSince: Date | null;
  lastSuccessAt: Date | null;
  previousSecretUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export type WebhookRow = {
  id: number;
  kind: WebhookKind;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
  store_key_id: number | null;
  url: string;
  method: RequestTemplate['method'];
  content_type: RequestTemplate['contentType'];
  headers: Record<string, string>;
  body: string | null;
  value_names: string[];
  events: string[];
  description: string;
  status: Webhook['status'];
  paused_at: string | null;
  pause_reason: PauseReason | null;
  failing_since: string | null;
  last_success_at: string | null;
  previous_secret_until: string | null;
  created_at: string;
  updated_at: string;
};

/** Columns of `webhooks w` that `webhookOf` converts. */
export const WEBHOOK_COLUMNS: SQL = sql`w.id, w.kind, w.store_id, w.agency_id, w.user_id, w.store_key_id, w.url, w.method, w.content_type, w.headers, w.body, w.value_names, w.events, w.description, w.status, w.paused_at,
  w.pause_reason, w.failing_since, w.last_success_at, w.previous_secret_until, w.created_at, w.updated_at`;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

export function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    kind: row.kind,
    owner: { storeId: row.store_id, agencyId: row.agency_id, userId: row.user_id },
    storeKeyId: row.store_key_id,
    url: row.url,
    request: { method: row.method, contentType: row.content_type, headers: row.headers, body: row.body },
    valueNames: row.value_names,
    events: row.events,
    description: row.description,
    status: row.status,
    pausedAt: dateOf(row.paused_at),
    pauseReason: row.pause_reason,
    failingSince: dateOf(row.failing_since),
    lastSuccessAt: dateOf(row.last_success_at),
    previousSecretUntil: dateOf(row.previous_secret_until),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}

/** Reads a webhook or postback; null when there is none of this kind, or it was deleted. */
export async function findWebhook(db: Database, kind: WebhookKind, id: number): Promise<Webhook | null> {
  const { rows } = await db.execute<WebhookRow>(
    sql`SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE w.id = ${id} AND w.kind = ${kind} AND w.deleted_at IS NULL`,
  );
  return rows[0] === undefined ? null : webhookOf(rows[0]);
}

/** Reads one by id and keeps others from changing it until the transaction ends. @throws NotFound when it is gone */
export async function lockWebhook(tx: Database, id: number): Promise<Webhook> {
  const { rows } = await tx.execute<WebhookRow>(
    sql`SELECT ${WEBHOOK_COLUMNS} FROM webhooks w WHERE w.id = ${id} AND w.deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  if (rows[0] === undefined) throw new NotFound('webhook');
  return webhookOf(rows[0]);
}
