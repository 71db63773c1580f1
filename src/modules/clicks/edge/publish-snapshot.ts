import type { KV } from '@nats-io/kv';
import type pg from 'pg';
import type { Logger } from '../../../platform/context.ts';
import type { NatsLink } from '../../../platform/nats/nats-link.ts';
import { DAY, LINK, openBucket, PROGRESS, SCRIPT, scriptKey } from './edge-bucket.ts';

const TICK_MS = 1_000;
/** Links whose transactions ended later than those of links with higher ids are looked for this often. */
const SWEEP_MS = 60_000;
/** A transaction that makes links ends within this time. */
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

interface LinkRow {
  id: number;
  code: string;
  url: string;
  created_ms: number;
}

export interface SnapshotDeps {
  link: NatsLink;
  /** Of the installation. */
  name: string;
  pool: pg.Pool;
  /** The script of each store, by tracking key. */
  scripts: () => Promise<ReadonlyMap<string, string>>;
  /** Whether this process is the one that publishes. */
  isElected: () => boolean;
  logger: Logger;
}

/**
 * Keeps the bucket of the edges up to date: links within about a second, scripts and daily keys within a minute. The target of a
 * link never changes, so links are only added.
 */
export class SnapshotPublisher {
  readonly #deps: SnapshotDeps;
  readonly #timer: NodeJS.Timeout;
  #kv: KV | null = null;
  #progress: Progress = { id: 0, sweptMs: 0 };
  #sweepAtMs = 0;
  /** Codes that were published lately. */
  #remembered = new Set<string>();
  /** Other entries as they are in the bucket; undefined: not known. */
  #entries = new Map<string, string | undefined>();
  #working: Promise<void> | null = null;
  #isFailing = false;

  constructor(deps: SnapshotDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.publish(), TICK_MS);
    this.#timer.unref();
  }

  /** Publishes what is not published, if this process is the one that does; never throws. */
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
      const kv = this.#kv ?? (await this.#begin());
      await this.#publishNewLinks(kv);
      if (performance.now() >= this.#sweepAtMs) await this.#sweep(kv);
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
      this.#sweepAtMs = 0;
      this.#remembered.clear();
      this.#entries = new Map();
      for (const filter of [`${SCRIPT}*`, `${DAY}*`])
        for await (const key of await kv.keys(filter)) this.#entries.set(key, undefined);
      return kv;
    });
  }

  async #publishNewLinks(kv: KV): Promise<void> {
    const { rows } = await this.#deps.pool.query<LinkRow>(
      `SELECT id, code, url, 0 AS created_ms FROM links WHERE id > $1 ORDER BY id LIMIT ${PAGE}`,
      [this.#progress.id],
    );
    await this.#putLinks(kv, rows);
    this.#progress.id = rows.at(-1)?.id ?? this.#progress.id;
    if (rows.length === PAGE) await this.#publishNewLinks(kv);
  }

  /** Publishes what may have been missed since the last sweep, and the other entries; then publishes the progress. */
  async #sweep(kv: KV): Promise<void> {
    const { pool } = this.#deps;
    const { rows } = await pool.query<{ now_ms: number }>(
      'SELECT (extract(epoch FROM now()) * 1000)::float8 AS now_ms',
    );
    if (this.#progress.sweptMs > 0)
      await this.#putLinksSince(kv, { created_ms: this.#progress.sweptMs - LONGEST_TRANSACTION_MS, id: 0 });
    await this.#publishEntries(kv);
    this.#progress.sweptMs = rows[0]!.now_ms;
    await this.#use(() => kv.put(PROGRESS, JSON.stringify(this.#progress)));
    this.#sweepAtMs = performance.now() + SWEEP_MS;
  }

  async #putLinksSince(kv: KV, after: { created_ms: number; id: number }): Promise<void> {
    const { rows } = await this.#deps.pool.query<LinkRow>(
      `SELECT id, code, url, (extract(epoch FROM created_at) * 1000)::float8 AS created_ms FROM links
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
    await this.#use(() => Promise.all(rows.map(({ code, url }) => kv.put(LINK + code, url))));
    if (this.#remembered.size > MAX_REMEMBERED) this.#remembered.clear();
    for (const { code } of rows) this.#remembered.add(code);
  }

  async #publishEntries(kv: KV): Promise<void> {
    const wanted = new Map<string, string>();
    for (const [key, said] of await this.#deps.scripts()) wanted.set(scriptKey(key), said);
    const { rows } = await this.#deps.pool.query<{ day: string; key: Buffer }>(
      'SELECT day, key FROM visitor_keys ORDER BY day',
    );
    for (const { day, key } of rows) wanted.set(DAY + day, key.toString('base64'));
    const changed = [...wanted].filter(([key, value]) => this.#entries.get(key) !== value);
    const gone = [...this.#entries.keys()].filter((key) => !wanted.has(key));
    await this.#use(async () => {
      await Promise.all(changed.map(([key, value]) => kv.put(key, value)));
      await Promise.all(gone.map((key) => kv.purge(key)));
    });
    this.#entries = wanted;
  }

  #use<T>(work: () => Promise<T>): Promise<T> {
    return this.#deps.link.use(work);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#working;
  }
}
