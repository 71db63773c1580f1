import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

export const APPROVALS = ['pending', 'approved', 'rejected'] as const;
/** The decision of an administrator whether a store may spend. */
export type Approval = (typeof APPROVALS)[number];

/** The decision about a store. */
export interface StoreApproval {
  storeId: number;
  name: string;
  approval: Approval;
  /** The administrator's reason; null without one. */
  reason: string | null;
  /** Null if not decided, or approved from the start. */
  decidedBy: { id: number; name: string } | null;
  decidedAt: Date | null;
  registeredAt: Date;
}

/**
 * Reads the approval of a store.
 * @throws NotFound when there is no such store, or it is deleted
 */
export async function readApproval({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreApproval> {
  const { rows } = await db.execute<{
    name: string;
    approval: Approval;
    reason: string | null;
    decided_by: StoreApproval['decidedBy'];
    decided_at: string | null;
    created_at: string;
  }>(sql`
    SELECT s.name, s.approval, s.approval_reason AS reason, s.approval_at AS decided_at, s.created_at,
      (SELECT jsonb_build_object('id', u.id, 'name', u.public_name) FROM users u WHERE u.id = s.approval_by) AS decided_by
    FROM stores s WHERE s.id = ${storeId} AND s.deleted_at IS NULL`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('store');
  return {
    storeId,
    name: row.name,
    approval: row.approval,
    reason: row.reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
    registeredAt: new Date(row.created_at),
  };
}

/**
 * Locks a store against concurrent decisions about it.
 * @throws NotFound when there is no such store, or it is deleted
 */
export async function lockApproval(tx: Database, storeId: number): Promise<{ name: string; approval: Approval }> {
  const { rows } = await tx.execute<{ name: string; approval: Approval }>(
    sql`SELECT name, approval FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  if (rows[0] === undefined) throw new NotFound('store');
  return rows[0];
}
