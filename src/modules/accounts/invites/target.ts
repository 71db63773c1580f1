import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** The target of an invitation: a store, or an agency. */
export interface InviteTarget {
  kind: 'store' | 'client';
  id: number;
  name: string;
}

/** The columns of the tables of invitations and members that identify the team. */
export const TARGETS = {
  store: { column: sql.raw('store_id'), members: sql.raw('store_members') },
  client: { column: sql.raw('agency_id'), members: sql.raw('agency_members') },
} satisfies Record<InviteTarget['kind'], { column: SQL; members: SQL }>;

/** Whether the invitation `i` can be accepted. */
export function isOpen(now: Date): SQL {
  return sql`i.accepted_at IS NULL AND i.revoked_at IS NULL
    AND (i.expires_at IS NULL OR i.expires_at > ${now.toISOString()}::timestamptz)
    AND NOT EXISTS (SELECT FROM stores s WHERE s.id = i.store_id AND s.deleted_at IS NOT NULL)`;
}

/** Makes a user a member of teams with the roles of accepted invitations. An existing membership does not change. */
export async function addMember(
  db: Database,
  kind: InviteTarget['kind'],
  userId: number,
  inviteIds: readonly number[],
): Promise<void> {
  const { column, members } = TARGETS[kind];
  await db.execute(sql`
    INSERT INTO ${members} (${column}, user_id, role)
    SELECT ${column}, ${userId}, role FROM invites WHERE id = ANY (${sql.param([...inviteIds])}::bigint[]) AND ${column} IS NOT NULL
    ON CONFLICT DO NOTHING`);
}
