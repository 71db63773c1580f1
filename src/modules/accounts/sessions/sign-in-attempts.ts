import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { TooManyRequests } from '../../../platform/http/error-format.ts';
import { prefixOf } from './network.ts';

const WINDOW_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** The time for which a network is stored for a user after a sign-in. */
const PLACE_MS = 30 * DAY_MS;

/**
 * The maximum number of wrong passwords: for an address from one network (`pair`), from a network or prefix for all addresses, each within a window, from a
 * known network between two sign-ins (`place`), and for an address from all other networks within a day.
 */
export const MAX_FAILURES = { pair: 10, address: 100, network: 50, prefix: 200, place: 10 };

/** The number of expired rows that one attempt removes: more than it inserts, so that they do not accumulate. */
const REMOVED_AT_ONCE = 100;

/** An attempt to sign in with a password. */
export interface Attempt {
  email: string;
  /** The network of the request: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
}

type AttemptContext = Pick<Context, 'db' | 'now'>;

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts cannot exceed the limit. A success
 * reverts the count. Attempts are counted by the pair of e-mail address and network, by network and by IPv6 prefix (/48), of which one customer may have
 * 65,536 networks, across all processes: wrong passwords from one network do not stop the right one at another. Attempts for an address from all networks
 * are counted, too; beyond that limit the password alone does not suffice. Attempts from a network that the user has recently signed in from are counted
 * separately, so that attackers elsewhere change nothing for it.
 * @returns whether a sign-in needs a mailed code besides the password
 * @throws TooManyRequests until the window ends
 */
export async function countSignIn({ db, now }: AttemptContext, attempt: Attempt): Promise<{ needsCode: boolean }> {
  await removeOld(db, now());
  const isKnownPlace = await countAtPlace(db, now(), attempt);
  const counted = [counter(networkKey(attempt), MAX_FAILURES.network)];
  const prefix = prefixOf(attempt.network);
  if (prefix !== null) counted.push(counter(prefixKey(prefix), MAX_FAILURES.prefix));
  if (!isKnownPlace) counted.push(counter(pairKey(attempt), MAX_FAILURES.pair));
  const blockedUntil = await count(db, now(), counted);
  if (blockedUntil !== null) throw tooMany(blockedUntil, now());
  if (isKnownPlace) return { needsCode: false };
  // Attempts that were refused do not count for the address: nobody's password was compared.
  const byAddress = [counter(addressKey(attempt), MAX_FAILURES.address)];
  return { needsCode: (await count(db, now(), byAddress, DAY_MS)) !== null };
}

/**
 * As `countSignIn`, where a password is asked again in a session, which has no way to ask for a mailed code.
 * @throws TooManyRequests
 */
export async function countAttempt(ctx: AttemptContext, attempt: Attempt): Promise<void> {
  const { needsCode } = await countSignIn(ctx, attempt);
  if (needsCode) throw tooMany(new Date(ctx.now().getTime() + WINDOW_MS), ctx.now());
}

/**
 * Counts another anonymous action of a network, across all processes, within the same window.
 * @param what names the counter; @param max how often within the window
 * @throws TooManyRequests until the window ends
 */
export async function countByNetwork(
  { db, now }: AttemptContext,
  { what, network, max }: { what: string; network: string; max: number },
): Promise<void> {
  await removeOld(db, now());
  const blockedUntil = await count(db, now(), [counter(keyOf(sql`${what} || ' ' || ${network}`), max)]);
  if (blockedUntil !== null) throw tooMany(blockedUntil, now());
}

/** Wrong codes of the second factor of one account on a day: the number at which its owner is told, and the maximum. */
const FACTOR_FAILURES = { told: 3, max: 20 };

/**
 * Requires that the second factor of an account has not been guessed too often within a day, whatever the networks. The password was right.
 * @throws TooManyRequests until the day ends
 */
export async function refuseGuessedFactor({ db, now }: AttemptContext, userId: number): Promise<void> {
  const { rows } = await db.execute<{ until: string }>(sql`
    SELECT window_ends_at AS until FROM sign_in_failures
    WHERE key = ${factorKey(userId)} AND failures >= ${FACTOR_FAILURES.max} AND window_ends_at > ${after(now())}`);
  if (rows[0] !== undefined) throw tooMany(new Date(rows[0].until), now());
}

/** Counts a wrong code of the second factor of an account. @returns whether its owner is to be told now */
export async function countFactorFailure({ db, now }: AttemptContext, userId: number): Promise<boolean> {
  const { rows } = await db.execute<{ failures: number }>(sql`
    INSERT INTO sign_in_failures AS f (key, failures, window_ends_at) VALUES (${factorKey(userId)}, 1, ${after(now(), DAY_MS)})
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN f.window_ends_at > ${after(now())} THEN f.failures + 1 ELSE 1 END,
      window_ends_at = CASE WHEN f.window_ends_at > ${after(now())} THEN f.window_ends_at ELSE excluded.window_ends_at END
    RETURNING failures`);
  return rows[0]!.failures === FACTOR_FAILURES.told;
}

/**
 * Records a success: resets the count of the address at this network, reverts the failure of the network, its prefix and, unless the network was known, of the
 * address, and marks the network as known.
 */
export async function clearAttempts({ db, now }: AttemptContext, attempt: Attempt): Promise<void> {
  await db.execute(sql`DELETE FROM sign_in_failures WHERE key = ${pairKey(attempt)}`);
  await db.execute(sql`
    UPDATE sign_in_failures SET failures = failures - 1
    WHERE failures > 0 AND (key IN (${networkKey(attempt)}, ${prefixKey(prefixOf(attempt.network) ?? '')})
      OR (key = ${addressKey(attempt)} AND NOT EXISTS (SELECT FROM sign_in_failures p WHERE p.key = ${placeKey(attempt)} AND p.window_ends_at > ${after(now())})))`);
  await db.execute(sql`
    INSERT INTO sign_in_failures (key, failures, window_ends_at)
    VALUES (${placeKey(attempt)}, 0, ${after(now(), PLACE_MS)})
    ON CONFLICT (key) DO UPDATE SET failures = 0, window_ends_at = excluded.window_ends_at`);
}

/** Forgets the failures of an address, whose owner has proven the mailbox and has a new password that nobody has guessed at. */
export async function forgetFailures({ db }: Pick<Context, 'db'>, attempt: Attempt): Promise<void> {
  await db.execute(sql`DELETE FROM sign_in_failures WHERE key = ${addressKey(attempt)}`);
}

/** Returns false if the address has no recent sign-in from this network, or too many failures from it since. */
async function countAtPlace(db: Database, now: Date, attempt: Attempt): Promise<boolean> {
  const { rows } = await db.execute<{ failures: number }>(sql`
    UPDATE sign_in_failures SET failures = failures + 1
    WHERE key = ${placeKey(attempt)} AND window_ends_at > ${after(now)} RETURNING failures`);
  return rows[0] !== undefined && rows[0].failures <= MAX_FAILURES.place;
}

/** Increments the count of each key, in a fixed lock order. Returns the end of the window if a limit is exceeded, otherwise null. */
async function count(db: Database, now: Date, counters: SQL[], windowMs = WINDOW_MS): Promise<Date | null> {
  const { rows } = await db.execute<{ until: string | null }>(sql`
    WITH counters (key, most) AS (VALUES ${sql.join(counters, sql`, `)}),
    counted AS (
      INSERT INTO sign_in_failures AS f (key, failures, window_ends_at)
      SELECT key, 1, ${after(now, windowMs)} FROM counters ORDER BY key
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN f.window_ends_at > ${after(now)} THEN f.failures + 1 ELSE 1 END,
        window_ends_at = CASE WHEN f.window_ends_at > ${after(now)} THEN f.window_ends_at ELSE excluded.window_ends_at END
      RETURNING key, failures, window_ends_at
    )
    SELECT max(window_ends_at) AS until FROM counted JOIN counters USING (key) WHERE failures > most`);
  const until = rows[0]?.until ?? null;
  return until === null ? null : new Date(until);
}

async function removeOld(db: Database, now: Date): Promise<void> {
  await db.execute(sql`
    DELETE FROM sign_in_failures WHERE key = ANY (ARRAY (
      SELECT key FROM sign_in_failures WHERE window_ends_at <= ${after(now)}
      ORDER BY window_ends_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
}

const tooMany = (until: Date, now: Date) =>
  new TooManyRequests(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)));
const counter = (key: SQL, max: number) => sql`(${key}, ${max}::integer)`;
const after = (now: Date, ms = 0) => sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`;

// Neither e-mail addresses nor networks are stored. PostgreSQL lower-cases the address as in the look-up of the user:
// a different rule would give one account several counts.
const addressKey = ({ email }: Attempt) => keyOf(sql`'email ' || lower(${email})`);
const pairKey = ({ email, network }: Attempt) => keyOf(sql`'pair ' || ${network} || ' ' || lower(${email})`);
const prefixKey = (prefix: string) => keyOf(sql`'prefix ' || ${prefix}`);
const networkKey = ({ network }: Attempt) => keyOf(sql`'network ' || ${network}`);
const factorKey = (userId: number) => keyOf(sql`'factor ' || ${userId}::bigint`);
const placeKey = ({ email, network }: Attempt) => keyOf(sql`'place ' || ${network} || ' ' || lower(${email})`);
const keyOf = (name: SQL) => sql`sha256(convert_to(${name}, 'UTF8'))`;
