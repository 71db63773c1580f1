import { type SQL, sql } from 'drizzle-orm';
import type { BillingSource } from '../../../platform/billing-sources/billing-source.ts';
import { paddleBilling } from '../../../platform/billing-sources/paddle-billing.ts';
import { stripeBilling } from '../../../platform/billing-sources/stripe-billing.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts';
import { writeAudit } from '../../accounts/index.ts';
import { requireKind } from '../kinds/kinds.ts';

/** The billing sources that can report orders. */
export const SOURCES = ['stripe', 'paddle'] as const;
export type SourceName = (typeof SOURCES)[number];

export const ADAPTERS: Readonly<Record<SourceName, BillingSource>> = {
  stripe: stripeBilling,
  paddle: paddleBilling,
};

const place = (id: number | string) => `billing_secret/${id}`;

/** The secrets with which billing sources sign. A replaced one keeps its place. */
export const BILLING_SECRETS: readonly SealedColumn[] = [
  { table: 'billing_sources', column: 'sealed_secret', key: 'id', place },
  { table: 'billing_sources', column: 'sealed_previous', key: 'id', place },
];

const HOUR_MS = 3_600_000;

/** A billing source of a store, without its secrets. */
export interface StoresSource {
  source: SourceName;
  /** The codes of the kinds of events that a trial, and a subscription that has begun, are; null: they are no events. */
  trialKind: string | null;
  startKind: string | null;
  /** Null: the store has not connected it. */
  connectedAt: Date | null;
  /** Until when the previous secret is also accepted; null: there is none. */
  previousValidUntil: Date | null;
  /** The latest event, to the minute; null: none has arrived. */
  lastEvent: { kind: string; at: Date } | null;
  /** The latest event without effect; null: there was none. */
  lastRefusal: { reason: string; at: Date } | null;
}

type Columns = {
  source: SourceName;
  trial_kind: string | null;
  start_kind: string | null;
  connected_at: string;
  previous_valid_until: string | null;
  last_event: string | null;
  last_event_at: string | null;
  last_refusal: string | null;
  last_refused_at: string | null;
};

async function readSources(db: Database, { now, where }: { now: Date; where: SQL }): Promise<StoresSource[]> {
  const { rows } = await db.execute<Columns>(sql`
    SELECT b.source, t.code AS trial_kind, k.code AS start_kind, b.connected_at, b.previous_valid_until, b.last_event, b.last_event_at, b.last_refusal,
      b.last_refused_at
    FROM billing_sources b LEFT JOIN event_kinds t ON t.id = b.trial_kind_id LEFT JOIN event_kinds k ON k.id = b.start_kind_id
    WHERE ${where} ORDER BY b.source LIMIT ${SOURCES.length}`);
  return rows.map((row) => {
    const until = row.previous_valid_until === null ? null : new Date(row.previous_valid_until);
    return {
      source: row.source,
      trialKind: row.trial_kind,
      startKind: row.start_kind,
      connectedAt: new Date(row.connected_at),
      previousValidUntil: until !== null && until > now ? until : null,
      lastEvent: row.last_event_at === null ? null : { kind: row.last_event!, at: new Date(row.last_event_at) },
      lastRefusal:
        row.last_refused_at === null ? null : { reason: row.last_refusal!, at: new Date(row.last_refused_at) },
    };
  });
}

/** Reads all billing sources that a store can connect, and what is known of those that it has connected. */
export async function listSources({ db, now }: Pick<Context, 'db' | 'now'>, storeId: number): Promise<StoresSource[]> {
  const connected = await readSources(db, { now: now(), where: sql`b.store_id = ${storeId}` });
  return SOURCES.map((source) => connected.find((one) => one.source === source) ?? { ...UNCONNECTED, source });
}

const UNCONNECTED: Omit<StoresSource, 'source'> = {
  trialKind: null,
  startKind: null,
  connectedAt: null,
  previousValidUntil: null,
  lastEvent: null,
  lastRefusal: null,
};

/** What a store states about a billing source. */
export interface SourceSettings {
  storeId: number;
  source: SourceName;
  /** The secret with which the source signs; omitted: the known one remains. */
  secret?: string | undefined;
  /** How long the previous secret is also accepted; 0: no longer. */
  overlapHours: number;
  /** Codes of kinds of events; null: none; omitted: the known ones remain. */
  trialKind?: string | null | undefined;
  startKind?: string | null | undefined;
}

/**
 * Connects a billing source to a store, or replaces its settings. The previous secret is accepted for `overlapHours` more, so that the source can be changed;
 * earlier ones become invalid now. With 0 hours, no other secret than the present one is accepted from now on, also if it does not change.
 * @throws NotFound when the store does not exist; InvalidInput naming `secret` if none is known, `trial_kind` or `start_kind`
 */
export async function connectSource(
  { db, actor, now, vault }: Pick<Context, 'db' | 'actor' | 'now' | 'vault'>,
  { storeId, source, secret, overlapHours, ...kinds }: SourceSettings,
): Promise<StoresSource> {
  const at = now();
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    if (rowCount !== 1) throw new NotFound('store');
    const before = await lockSource(tx, { storeId, source });
    const trialKindId = await kindId(
      tx,
      { storeId, code: kinds.trialKind, field: 'trial_kind' },
      before?.trial_kind_id,
    );
    const startKindId = await kindId(
      tx,
      { storeId, code: kinds.startKind, field: 'start_kind' },
      before?.start_kind_id,
    );
    if (before === null && secret === undefined)
      throw new InvalidInput({ secret: ['is required to connect the source'] });
    const id = before?.id ?? (await nextId(tx));
    const isSame = before !== null && (secret === undefined || opened(vault, id, before.sealed_secret) === secret);
    const sealed = isSame ? before.sealed_secret : vault.seal(Buffer.from(secret!), place(id));
    const until = new Date(at.getTime() + overlapHours * HOUR_MS);
    const previous = before === null || overlapHours === 0 ? null : before.sealed_secret;
    // Without a replacement, the previous secret keeps its time, unless it is to end now.
    const keepsPrevious = isSame && overlapHours > 0;
    const replaced = sql`sealed_previous = ${previous}::bytea, previous_valid_until = ${previous === null ? null : until.toISOString()}::timestamptz,`;
    await tx.execute(sql`
      INSERT INTO billing_sources (id, store_id, source, sealed_secret, trial_kind_id, start_kind_id, connected_at, updated_at) OVERRIDING SYSTEM VALUE
      VALUES (${id}, ${storeId}, ${source}, ${sealed}, ${trialKindId}, ${startKindId}, ${at.toISOString()}, ${at.toISOString()})
      ON CONFLICT (store_id, source) DO UPDATE SET sealed_secret = excluded.sealed_secret, ${keepsPrevious ? sql`` : replaced}
        trial_kind_id = excluded.trial_kind_id, start_kind_id = excluded.start_kind_id, updated_at = excluded.updated_at`);
    const connected = (await readSources(tx, { now: at, where: sql`b.id = ${id}` }))[0]!;
    const action = before === null ? 'store.billing_source_connected' : 'store.billing_source_changed';
    const details = {
      source,
      trial_kind: connected.trialKind,
      start_kind: connected.startKind,
      ...(before === null || keepsPrevious ? {} : { secret_replaced: !isSame, overlap_hours: overlapHours }),
    };
    await writeAudit(tx, { actor, at, action, subjectKind: 'store', subjectId: storeId, details });
    return connected;
  });
}

const opened = (vault: Context['vault'], id: number, sealed: Buffer): string =>
  vault.open(sealed, place(id)).toString();

async function nextId(tx: Database): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`SELECT nextval(pg_get_serial_sequence('billing_sources', 'id')) AS id`,
  );
  return rows[0]!.id;
}

type LockedSource = { id: number; sealed_secret: Buffer; trial_kind_id: number | null; start_kind_id: number | null };

async function lockSource(
  tx: Database,
  { storeId, source }: { storeId: number; source: SourceName },
): Promise<LockedSource | null> {
  const { rows } = await tx.execute<LockedSource>(sql`
    SELECT id, sealed_secret, trial_kind_id, start_kind_id FROM billing_sources WHERE store_id = ${storeId} AND source = ${source} FOR NO KEY UPDATE`);
  return rows[0] ?? null;
}

async function kindId(
  tx: Database,
  { storeId, code, field }: { storeId: number; code: string | null | undefined; field: string },
  known: number | null = null,
): Promise<number | null> {
  if (code === undefined) return known;
  if (code === null) return null;
  try {
    return (await requireKind(tx, { storeId, code })).id;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput({ [field]: error.errors['kind']! });
  }
}

/**
 * Removes a billing source of a store with everything that it has told. Its orders remain.
 * @throws NotFound when the store has none
 */
export async function removeSource(
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  { storeId, source }: { storeId: number; source: SourceName },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`DELETE FROM billing_sources WHERE store_id = ${storeId} AND source = ${source}`,
    );
    if (rowCount !== 1) throw new NotFound('billing source');
    await writeAudit(tx, {
      actor,
      at: now(),
      action: 'store.billing_source_removed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { source },
    });
  });
}

/** What receiving an event needs. */
export interface ListeningSource {
  id: number;
  storeId: number;
  source: SourceName;
  /** The secrets that are accepted now. */
  secrets: string[];
}

/** Finds a billing source of a store with its secrets; null if the store has none. */
export async function findListening(
  { db, now, vault }: Pick<Context, 'db' | 'now' | 'vault'>,
  { storeId, source }: { storeId: number; source: SourceName },
): Promise<ListeningSource | null> {
  const { rows } = await db.execute<{ id: number; sealed_secret: Buffer; sealed_previous: Buffer | null }>(sql`
    SELECT b.id, b.sealed_secret, CASE WHEN b.previous_valid_until > ${now().toISOString()} THEN b.sealed_previous END AS sealed_previous
    FROM billing_sources b JOIN stores s ON s.id = b.store_id WHERE b.store_id = ${storeId} AND b.source = ${source} AND s.deleted_at IS NULL`);
  const row = rows[0];
  if (row === undefined) return null;
  const sealed = [row.sealed_secret, ...(row.sealed_previous === null ? [] : [row.sealed_previous])];
  return { id: row.id, storeId, source, secrets: sealed.map((one) => opened(vault, row.id, one)) };
}
