import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'drizzle-orm';
import type { BillingEvent, BillingRecord } from '../../../platform/billing-sources/billing-source.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { noteRefusals, type Refusal } from '../collectors/refused-reports.ts';
import { customerHasher } from '../customers/customer-hash.ts';
import { clickIdIn } from '../reports/read-report.ts';
import { MAX_REFERENCE } from '../reports/schemas.ts';
import { ADAPTERS, findListening, type ListeningSource, type SourceName } from './sources.ts';

/** A signed event of a billing source of a store. */
export interface SignedEvent {
  source: ListeningSource;
  /** Null: the body is no event. */
  event: BillingEvent | null;
}

/**
 * Checks the signature of an event and reads it. Nothing is stored.
 * @param of.isSandbox signatures may have any age, because the clock of a sandbox is not that of the source
 * @throws RuleRefused `bad_signature`, also for a store without the source, so that nobody can tell which stores have one
 */
export async function readSignedEvent(
  ctx: Pick<Context, 'db' | 'now' | 'vault'>,
  of: { storeId: number; source: SourceName; body: Buffer; headers: IncomingHttpHeaders; isSandbox: boolean },
): Promise<SignedEvent> {
  const { body, headers, isSandbox } = of;
  const adapter = ADAPTERS[of.source];
  const source = await findListening(ctx, of);
  const by = { secrets: source?.secrets ?? [], at: isSandbox ? null : ctx.now() };
  if (source === null || !adapter.isSigned(body, headers, by))
    throw new RuleRefused(
      'bad_signature',
      'The event is not signed with the secret of this store, or its signature is too old.',
    );
  return { source, event: adapter.read(body) };
}

/**
 * Keeps what an event says. The orders follow it some seconds later (`settleBilling`). A state that is already known, or older than the known one, changes
 * nothing. Events without money are refused outside of sandboxes.
 * @returns `kept`; `ignored`: it does not concern orders; `refused`: it has no effect, or not all of it, and the store can read why
 */
export async function receiveEvent(
  ctx: Pick<Context, 'db' | 'now' | 'vault'>,
  { source, event }: SignedEvent,
  { isSandbox }: { isSandbox: boolean },
): Promise<'kept' | 'ignored' | 'refused'> {
  if (event === null) return refuse(ctx, source, { error: 'unreadable_event' });
  if (event.isTest && !isSandbox) return refuse(ctx, source, { error: 'test_event' });
  const hashOf = customerHasher(ctx, source.storeId);
  // An invoice may name its payment twice.
  const records = new Map(event.records.map((record) => [`${record.kind} ${record.id}`, record]));
  const rows = await Promise.all([...records.values()].map((record) => storedOf(record, event, hashOf)));
  await ctx.db.transaction(async (tx) => {
    if (rows.length > 0) await keepRecords({ db: tx, now: ctx.now }, source.id, rows);
    await noteEvent({ db: tx, now: ctx.now }, source.id, event.kind);
  });
  if (Object.keys(event.errors).length > 0) return refuse(ctx, source, { errors: event.errors });
  return rows.length > 0 ? 'kept' : 'ignored';
}

/** Tells the store that an event had no effect. */
async function refuse(
  ctx: Pick<Context, 'db' | 'now'>,
  { id, storeId }: ListeningSource,
  refusal: Refusal,
): Promise<'refused'> {
  await noteRefused(ctx, { id, storeId, refusal });
  return 'refused';
}

/** Counts a refused event with the refused reports of the store's server, and shows its reason at the source. */
export async function noteRefused(
  ctx: Pick<Context, 'db' | 'now'>,
  { id, storeId, refusal }: { id: number; storeId: number; refusal: Refusal },
): Promise<void> {
  await noteRefusals(ctx, { storeId, channel: 'server', refusals: [refusal] });
  await ctx.db.execute(sql`
    UPDATE billing_sources SET last_refusal = ${reasonOf(refusal)}, last_refused_at = ${ctx.now().toISOString()} WHERE id = ${id}`);
}

/** Characters of a reason that are kept. */
const MAX_REASON = 200;

/** The reason of a refusal as one text: its code, or the first field with what is wrong. */
export function reasonOf({ error, errors = {} }: Refusal): string {
  const [field, says] = Object.entries(errors)[0] ?? [];
  return (field === undefined ? (error ?? 'report') : `${field}: ${says![0]}`).slice(0, MAX_REASON);
}

/** Updates the latest event, to the minute, so that concurrent events do not wait for each other. */
async function noteEvent({ db, now }: Pick<Context, 'db' | 'now'>, id: number, kind: string): Promise<void> {
  const at = now().toISOString();
  await db.execute(sql`
    UPDATE billing_sources SET last_event = ${kind.slice(0, MAX_REASON)}, last_event_at = ${at}
    WHERE id = ${id} AND (last_event_at IS NULL OR last_event_at < ${at}::timestamptz - interval '1 minute')`);
}

/** A record as it is stored. */
interface StoredRecord {
  kind: string;
  record_id: string;
  stated_at: string;
  rank: number;
  sale_id: string | null;
  payment_id: string | null;
  subscription_id: string | null;
  /** In hexadecimal digits. */
  customer_hash: string | null;
  click_id: string | null;
  happened_at: string | null;
  started_at: string | null;
  amount_minor: number | null;
  paid_minor: number | null;
  currency: string | null;
  counts: boolean;
}

/** The reference of the customer is stored only as a keyed hash. */
async function storedOf(
  record: BillingRecord,
  event: BillingEvent,
  hashOf: (reference: string) => Promise<Buffer>,
): Promise<StoredRecord> {
  const customer = record.customer?.trim() ?? '';
  const isUsable = customer !== '' && [...customer].length <= MAX_REFERENCE;
  return {
    kind: record.kind,
    record_id: record.id,
    stated_at: event.at.toISOString(),
    rank: record.rank ?? 0,
    sale_id: record.sale ?? null,
    payment_id: record.payment ?? null,
    subscription_id: record.subscription ?? null,
    customer_hash: isUsable ? (await hashOf(customer)).toString('hex') : null,
    click_id: clickIdIn(record.click ?? ''),
    happened_at: record.at?.toISOString() ?? null,
    started_at: record.startedAt?.toISOString() ?? null,
    amount_minor: record.amount?.minor ?? null,
    paid_minor: record.paidMinor ?? null,
    currency: record.amount?.currency ?? null,
    counts: record.counts ?? true,
  };
}

/**
 * Merges states of records with the known ones. Of two states the later one counts, by time, rank and amount, and adds what the other does not say: the result
 * does not depend on the order in which they arrive. Times of subscriptions are the earliest ones that were stated. A record that was refused is tried again.
 */
async function keepRecords(
  { db, now }: Pick<Context, 'db' | 'now'>,
  sourceId: number,
  rows: readonly StoredRecord[],
): Promise<void> {
  const later = sql`(excluded.stated_at, excluded.rank, coalesce(excluded.amount_minor, 0)) > (r.stated_at, r.rank, coalesce(r.amount_minor, 0))`;
  const merged = (column: string) => {
    const name = sql.identifier(column);
    return sql`CASE WHEN ${later} THEN coalesce(excluded.${name}, r.${name}) ELSE coalesce(r.${name}, excluded.${name}) END`;
  };
  const latest = (column: string) => {
    const name = sql.identifier(column);
    return sql`CASE WHEN ${later} THEN excluded.${name} ELSE r.${name} END`;
  };
  const first = (column: string) => {
    const name = sql.identifier(column);
    return sql`CASE r.kind WHEN 'subscription' THEN least(r.${name}, excluded.${name}) ELSE ${merged(column)} END`;
  };
  await db.execute(sql`
    INSERT INTO billing_records AS r (source_id, kind, record_id, stated_at, rank, sale_id, payment_id, subscription_id, customer_hash, click_id, happened_at,
      started_at, amount_minor, paid_minor, currency, counts, heard_at)
    SELECT ${sourceId}, n.kind, n.record_id, n.stated_at, n.rank, n.sale_id, n.payment_id, n.subscription_id, decode(n.customer_hash, 'hex'), n.click_id,
      n.happened_at, n.started_at, n.amount_minor, n.paid_minor, n.currency, n.counts, ${now().toISOString()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (kind text, record_id text, stated_at timestamptz, rank smallint, sale_id text, payment_id text,
      subscription_id text, customer_hash text, click_id uuid, happened_at timestamptz, started_at timestamptz, amount_minor bigint, paid_minor bigint,
      currency text, counts boolean)
    ORDER BY n.kind, n.record_id
    ON CONFLICT (source_id, kind, record_id) DO UPDATE SET stated_at = greatest(r.stated_at, excluded.stated_at), rank = ${latest('rank')},
      sale_id = ${merged('sale_id')}, payment_id = ${merged('payment_id')}, subscription_id = ${merged('subscription_id')},
      customer_hash = ${merged('customer_hash')}, click_id = ${merged('click_id')}, happened_at = ${first('happened_at')}, started_at = ${first('started_at')},
      amount_minor = ${latest('amount_minor')}, paid_minor = ${latest('paid_minor')}, currency = ${latest('currency')}, counts = ${latest('counts')},
      heard_at = excluded.heard_at, is_settled = false
    WHERE r.refusal IS NOT NULL OR ${later} OR ${sql.join(
      ['sale_id', 'payment_id', 'subscription_id', 'customer_hash', 'click_id'].map(
        (column) => sql`(r.${sql.identifier(column)} IS NULL AND excluded.${sql.identifier(column)} IS NOT NULL)`,
      ),
      sql` OR `,
    )} OR (r.kind = 'subscription' AND (coalesce(excluded.happened_at < r.happened_at, r.happened_at IS NULL AND excluded.happened_at IS NOT NULL)
      OR coalesce(excluded.started_at < r.started_at, r.started_at IS NULL AND excluded.started_at IS NOT NULL)))`);
}
