import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from './config.ts';
import { forgetTokens } from './domains/accounts/index.ts';
import { forgetClicks } from './domains/clicks/index.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Context, Logger } from './platform/context.ts';
import { sweepFolder } from './platform/storage/sweep.ts';

const PAUSE_MS = 60 * 60_000;
/** "hous" in ASCII. */
const LOCK = 0x686f7573;
const DAY_MS = 86_400_000;
const MOST_FILES_AT_ONCE = 1_000;

export interface HousekeepingParts {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  config: Pick<Config, 'dataDir' | 's3' | 'clickRetentionMonths'>;
  now: () => Date;
  log: Logger;
}

/** What one round has removed. */
export interface Housekept {
  /** The months, as `2024-01-01`. */
  clickMonths: string[];
  tokens: number;
  files: number;
}

/**
 * Removes what is not to be kept any longer: clicks of old months, tokens that ended long ago, files that nothing refers to. In one process at a time:
 * null when another is at it. What fails is logged, and the rest goes on.
 */
export async function keepHouse({ database, config, now, log }: HousekeepingParts): Promise<Housekept | null> {
  const holder = await database.pool.connect();
  try {
    const { rows } = await holder.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
    if (!rows[0]!.ours) return null;
    const done: Housekept = { clickMonths: [], tokens: 0, files: 0 };
    const attempt = async (what: string, work: () => Promise<void>) =>
      work().catch((err) => log.error({ err }, `housekeeping failed: ${what}`));
    await attempt('clicks', async () => {
      const retention = { nowMs: now().getTime(), keptMonths: config.clickRetentionMonths };
      done.clickMonths = await forgetClicks(database.pool, retention);
    });
    await attempt('tokens', async () => {
      done.tokens = await forgetTokens({ db: database.db, now });
    });
    await attempt('files', async () => {
      done.files = await sweepFiles(database.db, config, now());
    });
    if (done.clickMonths.length + done.tokens + done.files > 0) log.info({ ...done }, 'housekeeping is done');
    return done;
  } finally {
    // Of a connection that breaks, the lock goes with it.
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    holder.release();
  }
}

/** A bucket is its owner's: files there that nothing refers to stay. */
async function sweepFiles(db: Context['db'], { dataDir, s3 }: HousekeepingParts['config'], now: Date): Promise<number> {
  if (s3 !== null) return 0;
  const orphansOf = async (keys: string[]) => {
    const { rows } = await db.execute<{ key: string }>(sql`
      SELECT key FROM unnest(${sql.param(keys)}::text[]) AS key EXCEPT SELECT file_key FROM user_media
      WHERE file_key = ANY (${sql.param(keys)}::text[])`);
    return rows.map(({ key }) => key);
  };
  const before = new Date(now.getTime() - DAY_MS);
  return sweepFolder(path.join(dataDir, 'files'), { before, orphansOf, most: MOST_FILES_AT_ONCE });
}

/** Keeps house now and every hour, as long as the process runs. */
export function startHousekeeping(parts: HousekeepingParts): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const keep = () => {
    round = keepHouse(parts).catch((err) => parts.log.warn({ err }, 'the house could not be kept'));
  };
  keep();
  const timer = setInterval(keep, PAUSE_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}
