import { sql } from 'drizzle-orm';
import type { CampaignInvitations } from '../../accounts/index.ts';
import { isJoinableAt } from '../policy.ts';
import { joinCampaign } from './join-campaign.ts';

/** The sign-up of people without an account by the invitation link of a campaign. */
export const campaignInvitations: CampaignInvitations = {
  async isJoinable({ db, now }, token) {
    const { rows } = await db.execute(sql`
      SELECT FROM campaigns o JOIN stores s ON s.id = o.store_id
      WHERE o.token = ${token} AND ${isJoinableAt(now())}`);
    return rows.length > 0;
  },
  async join(ctx, token) {
    const { campaign } = await joinCampaign(ctx, {
      token,
      user: { id: ctx.actor.userId, isSuspended: await isSuspended(ctx) },
      // A campaign with terms or mandatory questions is not joined by proving an address: the person has not read them.
      terms: { accepted: null },
      answers: [],
    });
    return campaign.id;
  },
};

async function isSuspended({ db, actor }: Parameters<CampaignInvitations['join']>[0]): Promise<boolean> {
  const { rows } = await db.execute<{ is_suspended: boolean }>(
    sql`SELECT suspended_at IS NOT NULL AS is_suspended FROM users WHERE id = ${actor.userId}`,
  );
  return rows[0]?.is_suspended ?? true;
}
