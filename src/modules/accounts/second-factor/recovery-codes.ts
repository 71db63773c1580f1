import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

const CODES = 10;
/** 32 letters and digits that cannot be mistaken for each other; each encodes five bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LETTERS = 16;

/**
 * Replaces the recovery codes of a user and returns the raw codes once. Each has eighty bits, so that it cannot be found from its
 * hash.
 */
export async function replaceRecoveryCodes(tx: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(code).toString('hex'));
  await tx.execute(sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
  await tx.execute(sql`
    INSERT INTO recovery_codes (user_id, hash)
    SELECT ${userId}, decode(hash, 'hex') FROM unnest(${sql.param(hashes)}::text[]) AS hash`);
  return codes;
}

/** Uses a recovery code; false when the user has no unused code of this value. */
export async function useRecoveryCode(tx: Database, userId: number, code: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE recovery_codes SET used_at = ${now.toISOString()}::timestamptz
    WHERE user_id = ${userId} AND hash = ${hashRecoveryCode(code)} AND used_at IS NULL`);
  return rowCount === 1;
}

function newRecoveryCode(): string {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return letters.match(/.{4}/g)!.join('-');
}

/** Normalizes the input: spaces, hyphens and letter case are ignored. */
function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();
}
