import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../accounts/index.ts';

/** Changes of a campaign that its participants are notified of. */
type ChangeMessage = { message: 'agreement_changed'; values: { version: number } } | { message: 'rates_changed' };

const DAY_MS = 86_400_000;

/** Notifies participants and applicants of new commission rules or bonus tiers. Of several changes within a day, only the first is mailed at once. */
export async function notifyOfRates(
  tx: Database,
  { campaignId, at, lastAt }: { campaignId: number; at: Date; lastAt: Date | null },
): Promise<void> {
  const isUnmailed = lastAt !== null && at.getTime() - lastAt.getTime() < DAY_MS;
  await notifyOfChange(tx, { campaignId, at, isUnmailed, change: { message: 'rates_changed' } });
}

/** Notifies participants and applicants of a change of the campaign. Call it in the transaction that changes it. */
export async function notifyOfChange(
  tx: Database,
  {
    campaignId,
    at,
    change,
    isUnmailed = false,
  }: { campaignId: number; at: Date; change: ChangeMessage; isUnmailed?: boolean },
): Promise<void> {
  const { rows } = await tx.execute<{ user_id: number; title: string; store_name: string }>(sql`
    SELECT p.user_id, o.shown_title AS title, s.name AS store_name
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
    WHERE p.campaign_id = ${campaignId} AND p.user_id IS NOT NULL AND p.status NOT IN ('open', 'suggestion', 'denied', 'store_denied', 'done')
    ORDER BY p.user_id`);
  const path = `/console/creator/campaigns/${campaignId}`;
  const news = rows.map(({ user_id: userId, title: campaign, store_name: store }) => {
    const common = { to: { userId }, path, isUnmailed };
    return change.message === 'agreement_changed'
      ? { ...common, message: change.message, values: { campaign, store, ...change.values } }
      : { ...common, message: change.message, values: { campaign, store } };
  });
  await notify(tx, at, news);
}
