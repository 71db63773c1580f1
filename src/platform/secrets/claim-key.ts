import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/**
 * Records the id of the key that encrypts in this database, at first use. Later, the key must be the recorded one, or must replace it: then the
 * recorded one is among the previous keys. Call it in a transaction, which is rolled back when the key is refused.
 * @param current the id of the key that encrypts, and `previous` those that only decrypt
 * @returns `first` when no id was recorded before; `refused` for another key than that of the database
 */
export async function claimKey(
  tx: Database,
  { current, previous }: { current: Buffer; previous: readonly Buffer[] },
): Promise<'first' | 'known' | 'refused'> {
  const { rows } = await tx.execute<{ is_first: boolean }>(sql`
    INSERT INTO encryption_key AS k (key_id, set_at) VALUES (${current}, now())
    ON CONFLICT (is_only) DO UPDATE SET key_id = excluded.key_id, set_at = CASE WHEN k.key_id = excluded.key_id THEN k.set_at ELSE now() END
      WHERE k.key_id = ANY (${sql.param([current, ...previous])}::bytea[])
    RETURNING xmax = 0 AS is_first`);
  if (rows[0] === undefined) return 'refused';
  return rows[0].is_first ? 'first' : 'known';
}

/** The recorded id of the key; null if none is recorded. A database with a key must not get another one. */
export async function readKeyId(db: Database): Promise<Buffer | null> {
  const { rows } = await db.execute<{ key_id: Buffer }>(sql`SELECT key_id FROM encryption_key`);
  return rows[0]?.key_id ?? null;
}
