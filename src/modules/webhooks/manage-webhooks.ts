import { sql } from 'drizzle-orm';
import { type Actor, isStoreKey, storeKeyOf, userOf } from '../../platform/auth/actor.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { readPage } from '../../platform/database/read-page.ts';
import { InvalidInput, RuleRefused } from '../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../platform/pagination.ts';
import { writeAudit } from '../accounts/index.ts';
import { checkDestination, checkRequest, type DestinationDeps, leadsToSameHost } from './destination.ts';
import { isOfPayments } from './dispatch-events.ts';
import { neededValues, openValues, sealValues } from './entered-values.ts';
import { audienceOf, managedBy, type NamedOwner, type Owner, resolveOwner } from './owner.ts';
import type { RequestTemplate } from './postback-template.ts';
import { newSecret, sealSecret } from './secret.ts';
import { lockWebhook, WEBHOOK_COLUMNS, type Webhook, type WebhookKind, type WebhookRow, webhookOf } from './webhook.ts';

/** Maximum number of webhooks, and of postbacks, of one owner. */
const MAX_WEBHOOKS = 20;
/** Time for which the previous secret also signs after a rotation. */
const OVERLAP_MS = 24 * 60 * 60_000;

export interface NewWebhook {
  kind: WebhookKind;
  owner: NamedOwner;
  url: string;
  /** Of a postback. */
  request?: Webhook['request'];
  values?: Readonly<Record<string, string>>;
  events: readonly string[];
  description: string;
}

/** The changed fields; omitted ones remain. */
export interface WebhookChange {
  url?: string | undefined;
  /** Of a postback. */
  request?: { [Part in keyof Webhook['request']]?: Webhook['request'][Part] | undefined };
  /** Entered values that are added or replaced. */
  values?: Readonly<Record<string, string>> | undefined;
  events?: readonly string[] | undefined;
  description?: string | undefined;
  status?: Webhook['status'] | undefined;
}

/**
 * Creates a webhook or a postback.
 * @returns it, with its secret, which cannot be read again; a postback has none
 * @throws InvalidInput naming the field; NotFound or Forbidden for an owner that the caller cannot act for; RuleRefused
 *   `too_many_webhooks`
 */
export async function createWebhook(
  ctx: Context,
  deps: DestinationDeps,
  { kind, owner: named, url, request = PLAIN, values = {}, events, description }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string | null }> {
  if (kind === 'webhook') checkDestination(deps, url);
  else checkRequest(deps, { ...request, url }, values);
  const kept = keptValues({ ...request, url }, values);
  refusePayments(ctx.actor, events);
  const owner = await resolveOwner(ctx, named);
  const secret = kind === 'webhook' ? newSecret() : null;
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    await refuseTooMany(tx, kind, owner);
    const numbered = await tx.execute<{ id: number }>(
      sql`SELECT nextval(pg_get_serial_sequence('webhooks', 'id')) AS id`,
    );
    const { id } = numbered.rows[0]!;
    const { rows } = await tx.execute<WebhookRow>(sql`
      INSERT INTO webhooks AS w (id, kind, store_id, agency_id, user_id, store_key_id, url, method, content_type, headers, body, sealed_values, value_names, events, description, sealed_secret, created_by, created_at, updated_at)
      OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${kind}, ${owner.storeId}, ${owner.agencyId}, ${owner.userId}, ${storeKeyOf(ctx.actor.userId)}, ${url},
        ${request.method}, ${request.contentType}, ${JSON.stringify(request.headers)}::jsonb, ${request.body}, ${sealValues(ctx.vault, id, kept)}, ${sql.param(Object.keys(kept))}::text[],
        ${sql.param([...new Set(events)])}::text[], ${description},
        ${secret === null ? null : sealSecret(ctx.vault, id, secret)}, ${userOf(ctx.actor.userId)}, ${at}, ${at})
      RETURNING ${WEBHOOK_COLUMNS}`);
    const webhook = webhookOf(rows[0]!);
    await audit(tx, ctx, 'created', webhook);
    return { webhook, secret };
  });
}

/** Lists the webhooks that the caller may manage, newest first. */
export async function listWebhooks(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { kind, owner: { storeId, agencyId, userId } }: { kind: WebhookKind; owner: NamedOwner },
  page: PageRequest,
): Promise<Page<Webhook>> {
  const where = [sql`w.kind = ${kind} AND w.deleted_at IS NULL`, managedBy(actor, sql`w`)];
  if (storeId !== undefined) where.push(sql`w.store_id = ${storeId}`);
  if (agencyId !== undefined) where.push(sql`w.agency_id = ${agencyId}`);
  if (userId !== undefined) where.push(sql`w.user_id = ${userId}`);
  const list = {
    columns: WEBHOOK_COLUMNS,
    from: sql`webhooks w WHERE ${sql.join(where, sql` AND `)}`,
    order: sql`w.id DESC`,
  };
  const { items, total } = await readPage<WebhookRow>(db, list, page);
  return { items: items.map(webhookOf), total };
}

/**
 * Changes a webhook or postback. When it becomes active again, its failures are reset and waiting events are sent.
 * @throws InvalidInput naming `url`; NotFound when it was deleted
 */
export async function changeWebhook(
  ctx: Context,
  deps: DestinationDeps,
  { id, kind }: Pick<Webhook, 'id' | 'kind'>,
  change: WebhookChange,
): Promise<Webhook> {
  if (change.url !== undefined && kind === 'webhook') checkDestination(deps, change.url);
  refusePayments(ctx.actor, change.events ?? []);
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    const before = await lockWebhook(tx, id);
    const {
      url = before.url,
      events = before.events,
      description = before.description,
      status = before.status,
    } = change;
    const request = changedRequest(before.request, change.request);
    const values = await changedValues(tx, ctx, deps, before, { ...request, url }, change);
    const isPausing = status === 'paused' && before.status === 'active';
    const isResuming = status === 'active' && before.status === 'paused';
    const keyId = storeKeyOf(ctx.actor.userId);
    // A person who decides where it sends, or that it sends again, takes it over from the key that had set it up.
    const isDecided = keyId !== null || change.url !== undefined || change.status === 'active';
    const { rows } = await tx.execute<WebhookRow>(sql`
      UPDATE webhooks w SET url = ${url}, method = ${request.method}, content_type = ${request.contentType}, headers = ${JSON.stringify(request.headers)}::jsonb, body = ${request.body},
        sealed_values = ${sealValues(ctx.vault, id, values)}, value_names = ${sql.param(Object.keys(values))}::text[], store_key_id = ${isDecided ? keyId : before.storeKeyId}::bigint, events = ${sql.param([...new Set(events)])}::text[], description = ${description}, updated_at = ${at}
        ${isPausing ? sql`, status = 'paused', paused_at = ${at}, pause_reason = 'owner'` : sql``}
        ${isResuming ? sql`, status = 'active', paused_at = NULL, pause_reason = NULL, failures = 0, failing_since = NULL, retry_at = NULL` : sql``}
      WHERE w.id = ${id} RETURNING ${WEBHOOK_COLUMNS}`);
    if (isResuming) {
      await tx.execute(sql`
        UPDATE webhook_deliveries SET attempts = 0, requested_at = ${at}, next_attempt_at = ${at} WHERE webhook_id = ${id} AND status = 'pending'`);
    }
    const webhook = webhookOf(rows[0]!);
    await audit(tx, ctx, 'changed', webhook);
    return webhook;
  });
}

/** A GET without a body. */
const PLAIN: Webhook['request'] = { method: 'GET', contentType: null, headers: {}, body: null };

function changedRequest(before: Webhook['request'], change: WebhookChange['request'] = {}): Webhook['request'] {
  const {
    method = before.method,
    contentType = before.contentType,
    headers = before.headers,
    body = before.body,
  } = change;
  return { method, contentType, headers, body };
}

/**
 * The entered values of a postback after a change. Those that it has are dropped when it leads to another host, so that nobody who may change
 * it can send them to a place of their own.
 * @throws InvalidInput naming the field, also `secrets` when a value must be entered again
 */
async function changedValues(
  tx: Database,
  { vault }: Pick<Context, 'vault'>,
  deps: DestinationDeps,
  before: Webhook,
  template: RequestTemplate,
  { values: given = {} }: WebhookChange,
): Promise<Record<string, string>> {
  if (before.kind === 'webhook') return {};
  const { rows } = await tx.execute<{ sealed: Buffer | null }>(
    sql`SELECT sealed_values AS sealed FROM webhooks WHERE id = ${before.id}`,
  );
  const isSameHost = leadsToSameHost(before.url, template.url);
  const known = isSameHost ? openValues(vault, before.id, rows[0]!.sealed) : {};
  const values = { ...known, ...given };
  checkRequest(deps, template, values);
  return keptValues(template, values);
}

/** The entered values that the templates name. Others are not stored. */
function keptValues(template: RequestTemplate, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    neededValues(template).flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]!]] : [])),
  );
}

/** Deletes a webhook or postback: nothing is sent any more. Harmless to repeat. */
export async function deleteWebhook(ctx: Context, webhook: Webhook): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`
      UPDATE webhooks SET deleted_at = ${ctx.now().toISOString()}, sealed_secret = NULL, sealed_previous_secret = NULL, sealed_values = NULL WHERE id = ${webhook.id}`);
    await audit(tx, ctx, 'deleted', webhook);
  });
}

/**
 * Gives a webhook another secret. The one before also signs for a day, so that receivers can be changed without a gap.
 * @throws NotFound when it is gone
 */
export async function rotateSecret(
  ctx: Context,
  { id }: Pick<Webhook, 'id'>,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret();
  const at = ctx.now();
  const until = new Date(at.getTime() + OVERLAP_MS).toISOString();
  return ctx.db.transaction(async (tx) => {
    await lockWebhook(tx, id);
    const { rows } = await tx.execute<WebhookRow>(sql`
      UPDATE webhooks w SET sealed_previous_secret = sealed_secret, previous_secret_until = ${until},
        sealed_secret = ${sealSecret(ctx.vault, id, secret)}, updated_at = ${at.toISOString()}
      WHERE w.id = ${id} RETURNING ${WEBHOOK_COLUMNS}`);
    const webhook = webhookOf(rows[0]!);
    await audit(tx, ctx, 'secret_rotated', webhook);
    return { webhook, secret };
  });
}

/** @throws InvalidInput naming `events`, for an API key of a store that subscribes to events about payments */
function refusePayments(actor: Actor, events: readonly string[]): void {
  if (!isStoreKey(actor)) return;
  const faults = events.flatMap((event, index) =>
    isOfPayments(event)
      ? [[`events.${index}`, ['must not be about payments, which API keys of a store (`trbs_`) do not get']]]
      : [],
  );
  if (faults.length > 0) throw new InvalidInput(Object.fromEntries(faults));
}

/** Concurrent requests are counted one after the other. */
async function refuseTooMany(tx: Database, kind: WebhookKind, owner: Owner): Promise<void> {
  const { storeId, agencyId, userId } = owner;
  const key = `webhooks ${audienceOf(owner)} ${storeId ?? agencyId ?? userId ?? 0}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const { rows } = await tx.execute<{ total: number }>(sql`
    SELECT count(*) AS total FROM webhooks WHERE kind = ${kind} AND deleted_at IS NULL AND store_id IS NOT DISTINCT FROM ${storeId}::bigint
      AND agency_id IS NOT DISTINCT FROM ${agencyId}::bigint AND user_id IS NOT DISTINCT FROM ${userId}::bigint`);
  if (rows[0]!.total >= MAX_WEBHOOKS)
    throw new RuleRefused('too_many_webhooks', `One owner has at most ${MAX_WEBHOOKS} ${kind}s; delete one first.`);
}

function audit(tx: Database, { actor }: Context, what: string, { id, kind }: Webhook): Promise<void> {
  return writeAudit(tx, { actor, action: `${kind}.${what}`, subjectKind: kind, subjectId: id });
}
