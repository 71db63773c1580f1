import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

const CHALLENGE_SECONDS = 300;
/** Number of expired challenges that one request removes. It removes more than it creates, so that they do not accumulate. */
const REMOVED_AT_ONCE = 20;

type ChallengeContext = Pick<Context, 'db' | 'now'>;

/**
 * Stores an issued challenge.
 * @param userId who registers a passkey; null for a sign-in or a confirmation
 */
export async function storeChallenge(
  { db, now }: ChallengeContext,
  challenge: string,
  userId: number | null,
): Promise<void> {
  const at = now();
  await db.execute(sql`
    DELETE FROM passkey_challenges WHERE hash = ANY (ARRAY (
      SELECT hash FROM passkey_challenges WHERE expires_at <= ${at.toISOString()}::timestamptz
      ORDER BY expires_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  const expiresAt = new Date(at.getTime() + CHALLENGE_SECONDS * 1000);
  await db.execute(sql`
    INSERT INTO passkey_challenges (hash, user_id, expires_at)
    VALUES (${hashOf(challenge)}, ${userId}, ${expiresAt.toISOString()}::timestamptz)`);
}

/**
 * Uses a challenge. False when it was issued for another purpose, was used before, or has expired.
 * @param challenge as the client's data state it; not necessarily a text
 */
export async function claimChallenge(
  { db, now }: ChallengeContext,
  challenge: unknown,
  userId: number | null,
): Promise<boolean> {
  if (typeof challenge !== 'string') return false;
  const { rowCount } = await db.execute(sql`
    DELETE FROM passkey_challenges
    WHERE hash = ${hashOf(challenge)} AND user_id IS NOT DISTINCT FROM ${userId}::bigint
      AND expires_at > ${now().toISOString()}::timestamptz`);
  return rowCount === 1;
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
