import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/**
 * Reads the name of a store that may send messages to many: it is approved and still trades, and the person in whose name it writes is neither suspended
 * nor erased. @returns null when nothing may be sent
 */
export async function readSender(
  db: Database,
  { storeId, authorId }: { storeId: number; authorId: number },
): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT s.name FROM stores s, users u WHERE s.id = ${storeId} AND s.approval = 'approved' AND NOT store_is_ended(s)
      AND u.id = ${authorId} AND u.suspended_at IS NULL AND u.erased_at IS NULL`);
  return rows[0]?.name ?? null;
}
