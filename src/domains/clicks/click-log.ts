import pg from 'pg';
import { sqlState } from '../../platform/database/errors.ts';
import {
  batchArguments,
  type Click,
  RECORD_CLICKS_SQL,
  RECORD_CLICKS_WITH_SUBS_SQL,
  subsArgument,
  TERMS_CHANGED,
} from './batch.ts';
import { oldestInstant } from './click-id.ts';
import type { Profiles } from './profiles.ts';

const MOST_REPRICINGS = 20;

/** How long the database is waited for, in milliseconds; past that the clicks go to the spool. */
export interface Patience {
  connectMs: number;
  statementMs: number;
}

/** A batch takes milliseconds; one that takes seconds has lost its database. */
const PATIENCE: Patience = { connectMs: 3_000, statementMs: 5_000 };

/**
 * Writes batches of clicks through one connection of its own, kept open. A batch is recorded whole or not at all; when the terms
 * that it was priced by have changed since, they are read again and it is sent again.
 */
export class ClickLog {
  readonly #url: string;
  readonly #profiles: Profiles;
  readonly #patience: Patience;
  #client: pg.Client | null = null;
  #connecting: Promise<pg.Client> | null = null;

  constructor(url: string, profiles: Profiles, patience = PATIENCE) {
    this.#url = url;
    this.#profiles = profiles;
    this.#patience = patience;
  }

  /**
   * Records a batch. `replay`: some of it may have been recorded already (a spool, or an answer that was lost).
   * @throws when the database refuses or cannot be reached; then it is unknown whether the batch was recorded.
   */
  async record(clicks: readonly Click[], replay: boolean): Promise<void> {
    const subs = subsArgument(clicks);
    const client = this.#client ?? (await this.#connectOnce());
    for (let attempt = 0; attempt < MOST_REPRICINGS; attempt++) {
      const seen = await this.#profiles.seen();
      const values = [seen, ...batchArguments(await this.#upToDate(clicks), replay)];
      try {
        if (subs === null) await client.query({ name: 'record_clicks', text: RECORD_CLICKS_SQL, values });
        else {
          const statement = { name: 'record_clicks_with_subs', text: RECORD_CLICKS_WITH_SUBS_SQL };
          await client.query({ ...statement, values: [...values, subs] });
        }
        return;
      } catch (error) {
        if (sqlState(error) !== TERMS_CHANGED) throw error;
        await this.#profiles.follow();
      }
    }
    throw new Error(`terms kept changing while a batch of ${clicks.length} clicks was priced`);
  }

  /** The clicks with profiles whose terms have not been changed since, as far as is known. */
  async #upToDate(clicks: readonly Click[]): Promise<readonly Click[]> {
    const outdated = clicks.filter(({ profile }) => this.#profiles.isOutdated(profile));
    if (outdated.length === 0) return clicks;
    const codes = [...new Set(outdated.map((click) => click.profile.code))];
    const fresh = await this.#profiles.reload(codes, oldestInstant(outdated));
    return clicks.map((click) => ({ ...click, profile: fresh.get(click.profile.code) ?? click.profile }));
  }

  /** A replay and a batch may both find no connection. */
  #connectOnce(): Promise<pg.Client> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'tributary clicks',
      connectionTimeoutMillis: this.#patience.connectMs,
      query_timeout: this.#patience.statementMs,
      statement_timeout: this.#patience.statementMs,
      // Whatever the server's default, a commit that is acknowledged is on disk. Plans are made once, when tables may still
      // be small, and must serve when they are not.
      options:
        '-c synchronous_commit=on -c jit=off -c TimeZone=UTC -c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
    });
    client.on('error', () => this.#forget(client));
    client.on('end', () => this.#forget(client));
    await client.connect();
    this.#client = client;
    return client;
  }

  #forget(client: pg.Client): void {
    if (this.#client === client) this.#client = null;
  }

  /** Drops the connection, so that the next batch opens a new one. */
  async disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }
}
