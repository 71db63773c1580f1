import { type SQL, sql } from 'drizzle-orm';
import type { TeamRole } from '../../../platform/auth/team-role.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { type InviteTarget, TARGETS } from './target.ts';

export const INVITE_STATUSES = ['pending', 'accepted', 'expired', 'revoked'] as const;
type InviteStatus = (typeof INVITE_STATUSES)[number];

/** An invitation as those who invite see it. */
export interface Invite {
  id: number;
  email: string;
  status: InviteStatus;
  role: TeamRole;
  invitedBy: { id: number; username: string } | null;
  createdAt: Date;
  /** Null: it does not end. */
  expiresAt: Date | null;
}

interface InviteRow extends Record<string, unknown> {
  id: number;
  email: string;
  status: InviteStatus;
  role: TeamRole;
  inviter_id: number | null;
  inviter_name: string | null;
  created_at: string;
  expires_at: string | null;
}

type Reader = Pick<Context, 'db' | 'now'>;

/** Lists the invitations of a store or an agency, newest first. */
export async function listInvites(
  { db, now }: Reader,
  target: Pick<InviteTarget, 'kind' | 'id'>,
  { status, page }: { status?: InviteStatus | undefined; page: PageRequest },
): Promise<Page<Invite>> {
  const wanted = status === undefined ? sql`true` : sql`i.status = ${status}`;
  const list = { columns: sql`i.*`, from: sql`(${invitesOf(now(), target)}) i WHERE ${wanted}`, order: sql`i.id DESC` };
  const { items, total } = await readPage<InviteRow>(db, list, page);
  return { items: items.map(ofRow), total };
}

/**
 * Reads an invitation.
 * @throws NotFound when the store or agency has no invitation with this id
 */
export async function readInvite(
  { db, now }: Reader,
  target: Pick<InviteTarget, 'kind' | 'id'>,
  id: number,
): Promise<Invite> {
  const { rows } = await db.execute<InviteRow>(sql`${invitesOf(now(), target)} AND i.id = ${id}`);
  if (rows[0] === undefined) throw new NotFound('invite');
  return ofRow(rows[0]);
}

function invitesOf(now: Date, { kind, id }: Pick<InviteTarget, 'kind' | 'id'>): SQL {
  return sql`
    SELECT i.id, i.email, i.role, i.created_at, i.expires_at, u.id AS inviter_id, u.username AS inviter_name,
      CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
        WHEN i.expires_at <= ${now.toISOString()}::timestamptz THEN 'expired' ELSE 'pending' END AS status
    FROM invites i LEFT JOIN users u ON u.id = i.invited_by WHERE i.${TARGETS[kind].column} = ${id}`;
}

function ofRow(row: InviteRow): Invite {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    role: row.role,
    invitedBy: row.inviter_id === null ? null : { id: row.inviter_id, username: row.inviter_name ?? '' },
    createdAt: new Date(row.created_at),
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
  };
}
