import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { isJoinableAt } from '../policy.ts';

/** A campaign as its invitation link shows it to a visitor without an account. */
export type InvitingCampaign = {
  id: number;
  title: string;
  store_id: number;
  store_name: string;
  store_logo_key: string | null;
  is_joinable: boolean;
};

/**
 * Reads who invites by a campaign's token. The token grants read access; rates and texts require an account.
 * @throws NotFound when the campaign does not exist or is deleted
 */
export async function findInvitingCampaign(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<InvitingCampaign> {
  const { rows } = await db.execute<InvitingCampaign>(sql`
    SELECT o.id, o.shown_title AS title, s.id AS store_id, s.name AS store_name,
      s.logo_key AS store_logo_key, ${isJoinableAt(now())} AS is_joinable
    FROM campaigns o JOIN stores s ON s.id = o.store_id WHERE o.token = ${token} AND o.deleted_at IS NULL`);
  if (rows[0] === undefined) throw new NotFound('offer');
  return rows[0];
}
