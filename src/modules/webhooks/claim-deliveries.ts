import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { isDue, receives } from './dispatch-events.ts';
import { openValues } from './entered-values.ts';
import { messageIdOf } from './message-id.ts';
import { audienceOf } from './owner.ts';
import type { RequestTemplate } from './postback-template.ts';
import { FAILING_AFTER } from './retry-schedule.ts';
import { openSecret } from './secret.ts';
import type { WebhookKind } from './webhook.ts';

/** After which a sender that claimed a delivery counts as dead. Longer than a request and its record take together. */
const CLAIM_MS = 60_000;

/** A delivery that this process is to send now. */
export interface ClaimedDelivery {
  id: number;
  /** The number of earlier attempts since the delivery was requested. */
  attempts: number;
  requestedAt: Date;
  /** The same for each attempt and each destination. */
  messageId: string;
  type: string;
  version: number;
  occurredAt: Date;
  /** The data that the owner of the webhook may know. */
  data: Record<string, unknown>;
}

/** Deliveries of one webhook, with the data that sending them requires. */
export interface Claim {
  webhook: {
    id: number;
    kind: WebhookKind;
    url: string;
    secrets: string[];
    /** Of a postback. */
    template: RequestTemplate;
    values: Readonly<Record<string, string>>;
    failures: number;
  };
  deliveries: ClaimedDelivery[];
}

type HeadRow = {
  id: number;
  kind: WebhookKind;
  url: string;
  method: RequestTemplate['method'];
  content_type: RequestTemplate['contentType'];
  headers: Record<string, string>;
  body: string | null;
  entered: Buffer | null;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
  secret: Buffer | null;
  previous_secret: Buffer | null;
  failures: number;
};

type DeliveryRow = {
  id: number;
  attempts: number;
  requested_at: string;
  message_id: string;
  type: string;
  version: number;
  occurred_at: string;
  data: Record<string, unknown>;
};

/**
 * Claims deliveries of a webhook that are due: the oldest of each subject, so that a subject's events arrive in order. A receiver that
 * has been failing gets one at a time.
 * @returns null when nothing is to be sent now
 */
export async function claimDeliveries(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  { webhookId, at, limit }: { webhookId: number; at: Date; limit: number },
): Promise<Claim | null> {
  const now = at.toISOString();
  const heads = await db.execute<HeadRow>(sql`
    SELECT w.id, w.kind, w.url, w.method, w.content_type, w.headers, w.body, w.sealed_values AS entered, w.store_id, w.agency_id, w.user_id, w.sealed_secret AS secret, w.failures,
      CASE WHEN w.previous_secret_until > ${now} THEN w.sealed_previous_secret END AS previous_secret
    FROM webhooks w WHERE w.id = ${webhookId} AND ${receives} AND (w.retry_at IS NULL OR w.retry_at <= ${now})`);
  const head = heads.rows[0];
  if (head === undefined) return null;
  const { id, kind, url, failures } = head;
  const audience = audienceOf({ storeId: head.store_id, agencyId: head.agency_id, userId: head.user_id });
  const { rows } = await db.execute<DeliveryRow>(sql`
    WITH due AS (
      SELECT d.id FROM webhook_deliveries d WHERE d.webhook_id = ${webhookId} AND ${isDue(now)}
      ORDER BY d.event_id LIMIT ${failures >= FAILING_AFTER ? 1 : limit} FOR NO KEY UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_deliveries d SET claimed_until = ${new Date(at.getTime() + CLAIM_MS).toISOString()}, attempts = d.attempts + 1
      FROM due WHERE d.id = due.id RETURNING d.id, d.event_id, d.attempts - 1 AS attempts, d.requested_at
    )
    SELECT c.id, c.attempts, c.requested_at, e.message_id, e.type, e.version, e.occurred_at,
      e.data || coalesce(e.private_data -> ${audience}::text, '{}'::jsonb) AS data
    FROM claimed c JOIN event_outbox e ON e.id = c.event_id ORDER BY c.event_id`);
  if (rows.length === 0) return null;
  const secrets = [head.secret, head.previous_secret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => openSecret(vault, id, sealed));
  const { method, content_type: contentType, headers, body } = head;
  const template = { method, url, contentType, headers, body };
  const values = openValues(vault, id, head.entered);
  return { webhook: { id, kind, url, secrets, template, values, failures }, deliveries: rows.map(deliveryOf) };
}

const deliveryOf = (row: DeliveryRow): ClaimedDelivery => ({
  id: row.id,
  attempts: row.attempts,
  requestedAt: new Date(row.requested_at),
  messageId: messageIdOf(row.message_id),
  type: row.type,
  version: row.version,
  occurredAt: new Date(row.occurred_at),
  data: row.data,
});
