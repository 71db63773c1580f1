import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Maximum number of members in a record. */
export const MAX_USERS = 500;

export type StoreUserRow = {
  id: number;
  username: string;
  email: string;
  created_at: string;
  updated_at: string;
  is_admin: boolean;
  last_active_at: string | null;
  first_name: string | null;
  surname: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
  postcode: string | null;
  tier_pricing_type: string | null;
  config: object;
  agreement_signed_at: string | null;
  revenue_tier_id: number | null;
  recruitment_utm: string | null;
  suspended_at: string | null;
  is_verified: boolean;
};

/** The columns of a user's row over `users u`. */
export const USER_COLUMNS = sql`u.id, u.username, u.email, u.created_at, u.updated_at, u.is_admin, u.last_active_at, u.first_name,
  u.surname, u.country, u.city, u.address, u.postcode, u.tier_pricing_type, u.config, u.agreement_signed_at, u.revenue_tier_id,
  u.recruitment_utm, u.suspended_at, u.is_verified`;

/** Reads the members of a store, by id. */
export async function readStoreUsers({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreUserRow[]> {
  const { rows } = await db.execute<StoreUserRow>(sql`
    SELECT ${USER_COLUMNS}
    FROM store_members m JOIN users u ON u.id = m.user_id WHERE m.store_id = ${storeId} ORDER BY u.id LIMIT ${MAX_USERS}`);
  return rows;
}
