import pg from 'pg';
import { sqlState } from '../../platform/database/errors.ts';
import {
  batchArguments,
  batchOf,
  type Click,
  RECORD_CLICKS_SQL,
  RECORD_CLICKS_WITH_SUBS_SQL,
  subsArgument,
  TERMS_CHANGED,
} from './batch.ts';
import { oldestInstant } from './click-id.ts';
import { TermsKeeper } from './kept-terms.ts';
import type { Profiles } from './profiles.ts';

const MAX_REPRICINGS = 20;
/** A statement that records a batch and moves its journal, whose part comes after the others' arguments; no row when the journal is elsewhere. */
function carrying(record: string): string {
  const after = Math.max(...[...record.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  return `WITH moved AS (
    UPDATE click_journals SET position = $${after + 3}, mark = coalesce($${after + 4}, mark), carried_at = now()
    WHERE journal = $${after + 1} AND position = $${after + 2} RETURNING 1
  ) ${record} FROM moved`;
}

interface Statement {
  name: string;
  text: string;
}

const RECORD: Statement = { name: 'record_clicks', text: RECORD_CLICKS_SQL };
const RECORD_WITH_SUBS: Statement = { name: 'record_clicks_with_subs', text: RECORD_CLICKS_WITH_SUBS_SQL };
const CARRY: Statement = { name: 'carry_clicks', text: carrying(RECORD_CLICKS_SQL) };
const CARRY_WITH_SUBS: Statement = { name: 'carry_clicks_with_subs', text: carrying(RECORD_CLICKS_WITH_SUBS_SQL) };

const MOVE_SQL =
  'UPDATE click_journals SET position = $3, mark = coalesce($4, mark), carried_at = now() WHERE journal = $1 AND position = $2 RETURNING 1';

/** Time limits for the database, in milliseconds; beyond them it counts as unavailable. */
export interface Timeouts {
  connectMs: number;
  statementMs: number;
}

/** A batch takes milliseconds. If it takes seconds, the database counts as lost. */
const TIMEOUTS: Timeouts = { connectMs: 3_000, statementMs: 5_000 };

/** The part of a journal that a batch is: the clicks with sequence numbers in [from, to). */
export interface JournalRange {
  journal: string;
  from: number;
  to: number;
  /** See `SequencedBatch`; the one before is kept without one. */
  mark?: string | undefined;
}

const valuesOf = ({ journal, from, to, mark }: JournalRange) => [journal, from, to, mark ?? null];

/** A position, and the mark that was set with it or before; null: none was. */
export interface MarkedPosition {
  position: number;
  mark: string | null;
}

/** Clicks with the arguments that record them. */
export interface PreparedClicks {
  clicks: readonly Click[];
  /** Some of the clicks may have been recorded already. */
  replay: boolean;
  /** The snapshot up to which the terms have been followed that price them. */
  seen: string;
  /** The connection on which these terms were stored. */
  client: pg.Client;
  values: (Buffer | boolean | string | null)[];
  subs: string | null;
}

/**
 * Writes batches of clicks through a separate, permanent connection. A batch is recorded as a whole or not at all. If the terms that
 * priced it have changed since, they are read again and the batch is sent again.
 */
export class ClickDatabase {
  readonly #url: string;
  readonly #profiles: Profiles;
  readonly #timeouts: Timeouts;
  readonly #onRecorded: (clicks: readonly Click[]) => void;
  readonly #keeper = new TermsKeeper();
  #client: pg.Client | null = null;
  #connecting: Promise<pg.Client> | null = null;
  /** The journal that the connection has claimed. */
  #claimed: string | null = null;
  /** Ends with the last statement. The driver runs one at a time. */
  #running: Promise<unknown> = Promise.resolve();

  /** @param onRecorded is called with clicks that have been recorded, some of them perhaps before */
  constructor(
    url: string,
    profiles: Profiles,
    timeouts = TIMEOUTS,
    onRecorded: (clicks: readonly Click[]) => void = () => {},
  ) {
    this.#url = url;
    this.#profiles = profiles;
    this.#timeouts = timeouts;
    this.#onRecorded = onRecorded;
  }

  /**
   * Records a batch. `replay`: some of it may have been recorded already.
   * @throws when the database refuses or cannot be reached; then it is unknown whether the batch was recorded.
   */
  async record(clicks: readonly Click[], replay: boolean): Promise<void> {
    await this.#send([RECORD, RECORD_WITH_SUBS], await this.prepare(clicks, replay), []);
  }

  /**
   * Prices a batch and builds its arguments. This may be done while another batch is being recorded: `carry` repeats it if terms
   * have been changed since.
   * @throws RangeError for a click that cannot be recorded, or the database's error
   */
  async prepare(clicks: readonly Click[], replay: boolean): Promise<PreparedClicks> {
    const client = this.#client ?? (await this.#connectOnce());
    const seen = await this.#profiles.seen();
    const batch = await batchOf(await this.#upToDate(clicks));
    await this.#keeper.keep({ query: (statement) => this.#query(client, statement) }, batch.chains);
    const values = await batchArguments(batch, replay);
    return { clicks, replay, seen, client, values, subs: subsArgument(clicks) };
  }

  /**
   * Records a batch and advances the position of its journal past it, in one transaction.
   * @returns false when the journal's position is not at the beginning of the batch: the clicks have already been recorded, and
   *   nothing changes
   * @throws when the database refuses or cannot be reached; then only `positionOf` shows whether the batch was recorded.
   */
  async carry(prepared: PreparedClicks, range: JournalRange): Promise<boolean> {
    return (await this.#send([CARRY, CARRY_WITH_SUBS], prepared, valuesOf(range))) > 0;
  }

  /** Advances the position of a journal past numbers that belong to no click. @returns as `carry` */
  async movePosition(range: JournalRange): Promise<boolean> {
    const client = this.#client ?? (await this.#connectOnce());
    const statement = { name: 'move_journal', text: MOVE_SQL, values: valuesOf(range) };
    return (await this.#query(client, statement)).rowCount! > 0;
  }

  /** Up to which sequence number a journal has been carried; a journal that is not known begins at 0. */
  async positionOf(journal: string): Promise<number> {
    return (await this.markedPositionOf(journal)).position;
  }

  /** The same with its mark. */
  async markedPositionOf(journal: string): Promise<MarkedPosition> {
    const client = this.#client ?? (await this.#connectOnce());
    const { rows } = await this.#query<{ position: string; mark: string | null }>(client, {
      text: `INSERT INTO click_journals (journal) VALUES ($1)
       ON CONFLICT (journal) DO UPDATE SET journal = excluded.journal RETURNING position, mark`,
      values: [journal],
    });
    return { position: Number(rows[0]!.position), mark: rows[0]!.mark };
  }

  /**
   * Makes this connection the only one that records a journal which several processes see, as long as the connection lasts.
   * @returns false when another connection is. This only saves work: the position prevents a batch from being recorded twice
   */
  async claim(journal: string): Promise<boolean> {
    const client = this.#client ?? (await this.#connectOnce());
    if (this.#claimed === journal) return true;
    const { rows } = await this.#query<{ claimed: boolean }>(client, {
      text: 'SELECT pg_try_advisory_lock(hashtextextended($1, 18)) AS claimed',
      values: [journal],
    });
    if (rows[0]!.claimed) this.#claimed = journal;
    return rows[0]!.claimed;
  }

  async #send(
    [plain, withSubs]: readonly [Statement, Statement],
    given: PreparedClicks,
    rest: readonly (string | number | null)[],
  ): Promise<number> {
    let prepared = given;
    for (let attempt = 0; attempt < MAX_REPRICINGS; attempt++) {
      if (!(await this.#isCurrent(prepared))) prepared = await this.prepare(given.clicks, given.replay);
      const { client, seen, values, subs } = prepared;
      try {
        const statement =
          subs === null
            ? { ...plain, values: [seen, ...values, ...rest] }
            : { ...withSubs, values: [seen, ...values, subs, ...rest] };
        const { rowCount } = await this.#query(client, statement);
        if (rowCount! > 0) this.#onRecorded(prepared.clicks);
        return rowCount!;
      } catch (error) {
        if (sqlState(error) !== TERMS_CHANGED) throw error;
        await this.#profiles.follow();
      }
    }
    throw new Error(`terms kept changing while a batch of ${given.clicks.length} clicks was priced`);
  }

  /** Whether no change of terms has been followed since, and the connection is the same, so that the stored terms are there. */
  async #isCurrent({ seen, client }: PreparedClicks): Promise<boolean> {
    return client === this.#client && seen === (await this.#profiles.seen());
  }

  /** The clicks with profiles whose terms have not changed since, as far as this process knows. */
  async #upToDate(clicks: readonly Click[]): Promise<readonly Click[]> {
    if (!clicks.some(({ profile }) => this.#profiles.isOutdated(profile))) return clicks;
    const outdated = clicks.filter(({ profile }) => this.#profiles.isOutdated(profile));
    const codes = [...new Set(outdated.map((click) => click.profile.code))];
    const fresh = await this.#profiles.reload(codes, oldestInstant(outdated));
    return clicks.map((click) => ({ ...click, profile: fresh.get(click.profile.code) ?? click.profile }));
  }

  /** Executes a statement after those before it: a batch may be prepared while another one is recorded. */
  #query<R extends pg.QueryResultRow>(client: pg.Client, statement: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const result = this.#running.then(() => client.query<R>(statement));
    this.#running = result.catch(() => {});
    return result;
  }

  /** Two callers may both find no connection. */
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
      connectionTimeoutMillis: this.#timeouts.connectMs,
      query_timeout: this.#timeouts.statementMs,
      statement_timeout: this.#timeouts.statementMs,
      // Whatever the server's default, a commit that is acknowledged is on disk. Plans are made once, when tables may still
      // be small, and must serve when they are not.
      options:
        '-c synchronous_commit=on -c jit=off -c TimeZone=UTC -c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
    });
    client.on('error', () => this.#dropClient(client));
    client.on('end', () => this.#dropClient(client));
    await client.connect();
    this.#keeper.clear();
    this.#running = Promise.resolve();
    this.#client = client;
    return client;
  }

  #dropClient(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#claimed = null;
  }

  /** Drops the connection, so that the next batch opens a new one. */
  async disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#claimed = null;
    await client?.end().catch(() => undefined);
  }
}
