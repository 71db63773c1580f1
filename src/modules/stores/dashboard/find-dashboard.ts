import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { userAccess } from '../../accounts/index.ts';
import { USER_COLUMNS } from '../record/store-users.ts';
import { TAG_COLUMNS, tagsOfStore, type UserTagRow } from '../user-tags.ts';
import { type DashboardUser, discloseToStore } from './disclose.ts';
import { type RelationshipRow, relationshipColumns, relationshipOfRow } from './relationship-facts.ts';

/** Maximum number of entries of each list in the record. */
export const MAX_ENTRIES = 500;

/** The data of a creator that one store may see. */
export interface Dashboard {
  storeId: number;
  user: DashboardUser;
  /** Whether the caller may act for the creator and therefore sees everything. */
  canEdit: boolean;
  tags: UserTagRow[];
  socialAccounts: SocialAccountRow[];
  /** Payments of the store, latest first. */
  payments: OneTimePaymentRow[];
}

type SocialAccountRow = {
  id: number;
  type: 'blog' | 'social';
  identifier: string;
  is_valid: boolean;
  followers: number;
  created_at: string;
  updated_at: string;
};

type OneTimePaymentRow = {
  id: number;
  user_minor: number;
  payment_date: string;
  comment: string;
  created_at: string;
  updated_at: string;
};

/**
 * Reads the data of a creator that a store may see because of their relationship; a caller who may act for the creator reads all
 * data.
 * @throws NotFound for any other user, and an erased one
 */
export async function findDashboard(
  ctx: Context,
  { storeId, userId }: { storeId: number; userId: number },
): Promise<Dashboard> {
  const found = await findSeen(ctx, storeId, userId);
  return {
    storeId,
    ...found,
    tags: await tagsOf(ctx, storeId, userId),
    socialAccounts: await socialAccountsOf(ctx, userId),
    payments: await paymentsOf(ctx, storeId, userId),
  };
}

async function findSeen({ db, actor }: Context, storeId: number, userId: number) {
  const { rows } = await db.execute<DashboardUser & RelationshipRow & { agency_id: number | null }>(sql`
    SELECT ${USER_COLUMNS}, u.public_name, u.phone, u.agency_id, ${relationshipColumns(storeId)}
    FROM users u WHERE u.id = ${userId} AND u.erased_at IS NULL`);
  if (rows[0] === undefined) throw new NotFound('user');
  const { agency_id: agencyId, is_member, has_link, has_own_terms, statuses, ...user } = rows[0];
  if (userAccess(actor, { id: userId, agencyId }) === 'allow') return { user, canEdit: true };
  const relationship = relationshipOfRow({ is_member, has_link, has_own_terms, statuses });
  if (relationship === 'none') throw new NotFound('user');
  return { user: discloseToStore(user, relationship), canEdit: false };
}

async function tagsOf({ db }: Context, storeId: number, userId: number): Promise<UserTagRow[]> {
  const { rows } = await db.execute<UserTagRow>(sql`
    SELECT ${TAG_COLUMNS} FROM user_tag_members m JOIN user_tags t ON t.id = m.user_tag_id
    WHERE m.user_id = ${userId} AND ${tagsOfStore(storeId)} ORDER BY t.id LIMIT ${MAX_ENTRIES}`);
  return rows;
}

async function socialAccountsOf({ db }: Context, userId: number): Promise<SocialAccountRow[]> {
  const { rows } = await db.execute<SocialAccountRow>(sql`
    SELECT id, type, identifier, is_valid, followers, created_at, updated_at FROM social_accounts
    WHERE user_id = ${userId} ORDER BY id LIMIT ${MAX_ENTRIES}`);
  return rows;
}

async function paymentsOf({ db }: Context, storeId: number, userId: number): Promise<OneTimePaymentRow[]> {
  const { rows } = await db.execute<OneTimePaymentRow>(sql`
    SELECT id, user_minor, payment_date, comment, created_at, updated_at FROM one_time_payments
    WHERE user_id = ${userId} AND store_id = ${storeId} AND void_id IS NULL ORDER BY payment_date DESC, id DESC LIMIT ${MAX_ENTRIES}`);
  return rows;
}
