import type { KV } from '@nats-io/kv';
import type pg from 'pg';
import type { Logger } from '../../../platform/context.ts';
import type { NatsLink } from '../../../platform/nats/nats-link.ts';
import type { LinkDomains } from '../link-hosts.ts';
import {
  AGENCY,
  type BucketLink,
  DAY,
  encodeLink,
  HOST,
  hostKey,
  LINK,
  openBucket,
  PASSED,
  PROGRESS,
  SCRIPT,
  SLUG,
  scriptKey,
} from './edge-bucket.ts';

const TICK_MS = 1_000;
/** Links whose transactions ended later than those of links with higher ids are looked for this often. */
const SWEEP_MS = 60_000;
/** Time within which a transaction that creates links ends. */
const LONGEST_TRANSACTION_MS = 60 * 60_000;
const PAGE = 5_000;
const MAX_REMEMBERED = 200_000;

/**
 * The progress of publishing links: the highest id, and the time (by the database's clock) of the last search for links of long
 * transactions.
 */
interface Progress {
  id: number;
  sweptMs: number;
}

/** Columns of `LinkRow`. */
const LINK_COLUMNS = `l.id, l.code, l.user_id, l.store_id, l.url, (extract(epoch FROM l.expires_at) * 1000)::float8 AS expires_ms, l.expired_url,
  (extract(epoch FROM l.created_at) * 1000)::float8 AS created_ms`;

// A dump restored into another cluster contains transaction ids in its future. They would be changes forever.
const CHANGED_SINCE = `l.target_changed_by >= pg_snapshot_xmin($2::pg_snapshot) AND NOT pg_visible_in_snapshot(l.target_changed_by, $2::pg_snapshot)
  AND l.target_changed_by < pg_snapshot_xmax(pg_current_snapshot())`;

interface LinkRow {
  id: number;
  code: string;
  user_id: number;
  store_id: number;
  url: string;
  expires_ms: number | null;
  expired_url: string | null;
  created_ms: number;
}

/** The source of the edges' data. */
export interface EdgeData {
  pool: pg.Pool;
  /** Domains of creators and agencies: another map of owners after each change. */
  domains: LinkDomains;
  /** The script of each store, by tracking key. */
  scripts: () => Promise<ReadonlyMap<string, string>>;
}

export interface SnapshotDeps extends EdgeData {
  link: NatsLink;
  /** Name of the installation. */
  name: string;
  /** Whether this process is the publisher. */
  isElected: () => boolean;
  logger: Logger;
}

/**
 * Keeps the bucket of the edges up to date: new links, changed settings of links and domains within about a second; scripts, daily keys, passed
 * parameters and agencies of creators within a minute.
 */
export class SnapshotPublisher {
  readonly #deps: SnapshotDeps;
  readonly #timer: NodeJS.Timeout;
  #kv: KV | null = null;
  /** Since the last connection, the bucket may have lost its end, also if the interruption was short. */
  #isConnectionNew = false;
  #progress: Progress = { id: 0, sweptMs: 0 };
  #sweepAtMs = 0;
  /** The database's snapshot up to which changes of links are published; null: none. */
  #changesSeen: string | null = null;
  /** The same at this process's last sweep, and the revision of the progress that it published. */
  #changesSwept: string | null = null;
  #sweptRevision = 0;
  /** The domains as they are published. */
  #domains: LinkDomains['owners'] | null = null;
  /** Codes that were published lately. */
  #remembered = new Set<string>();
  /** Other entries as they are in the bucket; undefined: not known. */
  #entries = new Map<string, string | undefined>();
  #working: Promise<void> | null = null;
  #isFailing = false;

  constructor(deps: SnapshotDeps) {
    this.#deps = deps;
    deps.link.onUp(() => {
      this.#isConnectionNew = true;
    });
    this.#timer = setInterval(() => void this.publish(), TICK_MS);
    this.#timer.unref();
  }

  /** Publishes unpublished entries if this process is the publisher; never throws. */
  publish(): Promise<void> {
    this.#working ??= this.#publish().finally(() => {
      this.#working = null;
    });
    return this.#working;
  }

  async #publish(): Promise<void> {
    const { link, isElected, logger } = this.#deps;
    if (!link.isUp || !isElected()) {
      this.#kv = null;
      return;
    }
    try {
      if (this.#isConnectionNew) this.#kv = null;
      this.#isConnectionNew = false;
      const kv = this.#kv ?? (await this.#begin());
      await this.#publishNewLinks(kv);
      await this.#publishChangedLinks(kv, this.#changesSeen);
      if (performance.now() >= this.#sweepAtMs) await this.#sweep(kv);
      else if (this.#domains !== this.#deps.domains.owners) await this.#publishEntries(kv);
      this.#kv = kv;
      this.#isFailing = false;
    } catch (error) {
      this.#kv = null;
      if (!this.#isFailing) logger.warn({ err: error }, 'links are not published to edges; it is tried again');
      this.#isFailing = true;
    }
  }

  async #begin(): Promise<KV> {
    const { link, name } = this.#deps;
    return link.use(async (nats) => {
      const kv = await openBucket(nats, name);
      const progress = await kv.get(PROGRESS);
      this.#progress = progress === null ? { id: 0, sweptMs: 0 } : progress.json<Progress>();
      // The bucket contains all changes up to the last sweep only if that sweep was this process's, and NATS has not lost it.
      if (progress?.revision !== this.#sweptRevision) this.#changesSwept = null;
      this.#changesSeen = this.#changesSwept;
      this.#sweepAtMs = 0;
      this.#remembered.clear();
      this.#entries = new Map();
      for (const filter of [SCRIPT, DAY, HOST, PASSED, AGENCY].map((prefix) => `${prefix}*`))
        for await (const key of await kv.keys(filter)) this.#entries.set(key, undefined);
      return kv;
    });
  }

  async #publishNewLinks(kv: KV): Promise<void> {
    const { rows } = await this.#deps.pool.query<LinkRow>(
      `SELECT ${LINK_COLUMNS} FROM links l WHERE id > $1 ORDER BY id LIMIT ${PAGE}`,
      [this.#progress.id],
    );
    await this.#putLinks(kv, rows);
    this.#progress.id = rows.at(-1)?.id ?? this.#progress.id;
    if (rows.length === PAGE) await this.#publishNewLinks(kv);
  }

  /**
   * Publishes links whose slug or expiry has been changed, with their slugs. Changes are followed by snapshot, so that a transaction that ends
   * late is not missed.
   * @param since the database's snapshot up to which changes are published; null: none
   */
  async #publishChangedLinks(kv: KV, since: string | null): Promise<void> {
    const { rows } = await this.#deps.pool.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
    await this.#putChangedLinks(kv, since, 0);
    this.#changesSeen = rows[0]!.now;
  }

  async #putChangedLinks(kv: KV, since: string | null, after: number): Promise<void> {
    const { rows } = await this.#deps.pool.query<LinkRow & { slugs: string[] }>(
      `SELECT ${LINK_COLUMNS}, ARRAY (SELECT s.slug FROM link_slugs s WHERE s.link_id = l.id) AS slugs FROM links l
       WHERE l.id > $1 AND ${since === null ? 'l.target_changed_by IS NOT NULL' : CHANGED_SINCE} ORDER BY l.id LIMIT ${PAGE}`,
      since === null ? [after] : [after, since],
    );
    await this.#putLinks(kv, rows);
    const slugs = rows.flatMap((row) => row.slugs.map((slug) => [SLUG + slug, row.code] as const));
    await this.#use(() => Promise.all(slugs.map(([key, code]) => kv.put(key, code))));
    const last = rows.at(-1);
    if (rows.length === PAGE && last !== undefined) await this.#putChangedLinks(kv, since, last.id);
  }

  /** Publishes links that may have been missed since the last sweep and all other entries, and then the progress. */
  async #sweep(kv: KV): Promise<void> {
    const { pool } = this.#deps;
    const { rows } = await pool.query<{ now_ms: number }>(
      'SELECT (extract(epoch FROM now()) * 1000)::float8 AS now_ms',
    );
    if (this.#progress.sweptMs > 0)
      await this.#putLinksSince(kv, { created_ms: this.#progress.sweptMs - LONGEST_TRANSACTION_MS, id: 0 });
    // Changes of the last minute once more: another process, which was about to stop, may have published an earlier state after them.
    if (this.#changesSwept !== null) await this.#publishChangedLinks(kv, this.#changesSwept);
    this.#changesSwept = this.#changesSeen;
    await this.#publishEntries(kv);
    this.#progress.sweptMs = rows[0]!.now_ms;
    this.#sweptRevision = await this.#use(() => kv.put(PROGRESS, JSON.stringify(this.#progress)));
    this.#sweepAtMs = performance.now() + SWEEP_MS;
  }

  async #putLinksSince(kv: KV, after: { created_ms: number; id: number }): Promise<void> {
    const { rows } = await this.#deps.pool.query<LinkRow>(
      `SELECT ${LINK_COLUMNS} FROM links l
       WHERE (created_at, id) > (to_timestamp($1::float8 / 1000), $2) AND id <= $3 ORDER BY created_at, id LIMIT ${PAGE}`,
      [after.created_ms, after.id, this.#progress.id],
    );
    await this.#putLinks(
      kv,
      rows.filter(({ code }) => !this.#remembered.has(code)),
    );
    // A page may end within a millisecond: its rest is read again with the next one.
    const last = rows.at(-1);
    if (rows.length === PAGE && last !== undefined && last.created_ms > after.created_ms)
      await this.#putLinksSince(kv, { created_ms: last.created_ms - 1, id: 0 });
  }

  async #putLinks(kv: KV, rows: readonly LinkRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#use(() => Promise.all(rows.map((row) => kv.put(LINK + row.code, encodeLink(linkOf(row))))));
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.clear();
    for (const { code } of rows) this.#remembered.add(code);
  }

  async #publishEntries(kv: KV): Promise<void> {
    const { owners } = this.#deps.domains;
    const wanted = await this.#readEntries(owners);
    const changed = [...wanted].filter(([key, value]) => this.#entries.get(key) !== value);
    const gone = [...this.#entries.keys()].filter((key) => !wanted.has(key));
    await this.#use(async () => {
      await Promise.all(changed.map(([key, value]) => kv.put(key, value)));
      await Promise.all(gone.map((key) => kv.purge(key)));
    });
    this.#entries = wanted;
    this.#domains = owners;
  }

  async #readEntries(owners: LinkDomains['owners']): Promise<Map<string, string>> {
    const { pool, scripts } = this.#deps;
    const entries = new Map<string, string>();
    for (const [key, said] of await scripts()) entries.set(scriptKey(key), said);
    const days = await pool.query<{ day: string; key: Buffer }>('SELECT day, key FROM visitor_keys ORDER BY day');
    for (const { day, key } of days.rows) entries.set(DAY + day, key.toString('base64'));
    const stores = await pool.query<{ id: number; names: string[] }>(
      "SELECT id, passed_parameters AS names FROM stores WHERE passed_parameters <> '{}'",
    );
    for (const { id, names } of stores.rows) entries.set(PASSED + id, JSON.stringify(names));
    for (const [host, { userId, agencyId }] of owners) entries.set(hostKey(host), JSON.stringify({ userId, agencyId }));
    const agencyIds = [...new Set([...owners.values()].flatMap(({ agencyId }) => agencyId ?? []))];
    if (agencyIds.length === 0) return entries;
    const creators = await pool.query<{ id: number; agency_id: number }>(
      'SELECT id, agency_id FROM users WHERE agency_id = ANY ($1::bigint[])',
      [agencyIds],
    );
    for (const { id, agency_id: agencyId } of creators.rows) entries.set(AGENCY + id, String(agencyId));
    return entries;
  }

  #use<T>(work: () => Promise<T>): Promise<T> {
    return this.#deps.link.use(work);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }
}

const linkOf = (row: LinkRow): BucketLink => ({
  userId: row.user_id,
  storeId: row.store_id,
  url: row.url,
  expiresMs: row.expires_ms,
  expiredUrl: row.expired_url,
});
