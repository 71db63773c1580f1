import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { email, id } from '../../../platform/http/fields.ts';
import type { ImportRow, RefusedRow } from './run-import.ts';

/** The fields that identify a row's user; exactly one is required. */
export const ownerFields = {
  user_id: id({ description: 'The creator’s id.' }),
  user_email: email({ description: 'Or the address of the creator’s account.' }),
};

export interface OwnerFields {
  user_id?: number;
  user_email?: string;
}

/** Returns the errors of these fields. */
export function ownerFault({ user_id, user_email }: OwnerFields): Record<string, string> {
  if (user_id === undefined && user_email === undefined) return { user_id: 'is required, or user_email' };
  return user_id !== undefined && user_email !== undefined ? { user_email: 'must not stand beside user_id' } : {};
}

/** Finds the users of all rows in one query. A row with an unknown user is refused. */
export async function usersOfRows<Fields extends OwnerFields>(
  db: Database,
  rows: readonly ImportRow<Fields>[],
): Promise<{ owned: (ImportRow<Fields> & { userId: number })[]; refused: RefusedRow[] }> {
  const given = rows.map(({ fields }) => fields);
  const { rows: found } = await db.execute<{ place: number; user_id: number }>(sql`
    WITH given AS MATERIALIZED (
      SELECT g.id, lower(g.email) AS email, g.place::int AS place
      FROM unnest(${sql.param(given.map((one) => one.user_id ?? null))}::bigint[], ${sql.param(given.map((one) => one.user_email ?? null))}::text[])
        WITH ORDINALITY AS g (id, email, place)
    )
    SELECT g.place, u.id AS user_id FROM given g JOIN users u ON u.id = g.id WHERE u.erased_at IS NULL
    UNION ALL SELECT g.place, u.id FROM given g JOIN users u ON lower(u.email) = g.email WHERE u.erased_at IS NULL`);
  const userIds = new Map(found.map(({ place, user_id }) => [place - 1, user_id]));
  const refused: RefusedRow[] = [];
  const owned = rows.flatMap((one, at) => {
    const userId = userIds.get(at);
    if (userId !== undefined) return [{ ...one, userId }];
    const field = one.fields.user_id === undefined ? 'user_email' : 'user_id';
    refused.push({ row: one.row, field, sentence: 'must be that of a user who exists' });
    return [];
  });
  return { owned, refused };
}
