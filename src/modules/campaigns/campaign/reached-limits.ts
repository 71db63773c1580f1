import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/database.ts';
import { eventId, eventKind } from '../../../platform/events/event-kind.ts';
import { publish } from '../../../platform/events/publish.ts';
import { minorMoney, nullable, whole } from '../../../platform/http/fields.ts';
import { notify } from '../../accounts/index.ts';

export const LIMIT_EVENTS = {
  reached: eventKind(
    'limit.reached',
    'A campaign has used up its clicks, its money or its shared budget. Reported within about a minute, and again if a raised limit is reached.',
    {
      offer_id: eventId('The campaign.'),
      store_id: eventId('Its store.'),
      title: Type.String(),
      clicks: whole({ description: 'Clicks that it has paid.' }),
      max_clicks: nullable(whole()),
      spent: minorMoney('What it has paid.'),
      max_spent: nullable(minorMoney('The smaller one of its money and budget limits.')),
      shared_budget_id: nullable(eventId('The budget that it shares, if any.')),
    },
  ),
};

type ReachedRow = {
  id: number;
  store_id: number;
  title: string;
  clicks: number;
  spent_minor: number;
  max_clicks: number | null;
  max_minor: number | null;
  shared_budget_id: number | null;
  currency: string;
};

/**
 * Publishes limits that campaigns have reached since the last call, to their stores. Reads the counters after the fact, so that clicks do
 * nothing for it. Call it in a transaction, in one process at a time.
 */
export async function publishReachedLimits(tx: Database, { now }: { now: Date }): Promise<void> {
  const at = now.toISOString();
  const { rows } = await tx.execute<ReachedRow>(sql`
    WITH used AS MATERIALIZED (
      SELECT o.id FROM campaigns o
      WHERE o.active AND o.deleted_at IS NULL AND (o.valid_until IS NULL OR o.valid_until >= ${at})
        AND num_nonnulls(o.max_clicks, o.max_money_minor, o.budget_limit_minor, o.shared_budget_id) > 0 AND campaign_used_up(o)
    ), over AS (
      DELETE FROM reported_limits r WHERE NOT EXISTS (SELECT FROM used u WHERE u.id = r.campaign_id)
    ), reached AS (
      INSERT INTO reported_limits (campaign_id, reported_at) SELECT id, ${at} FROM used ON CONFLICT DO NOTHING RETURNING campaign_id
    )
    SELECT o.id, o.store_id, o.shown_title AS title, coalesce(p.clicks, 0) AS clicks,
      coalesce(p.spent_minor, 0) AS spent_minor, o.max_clicks, least(o.max_money_minor, o.budget_limit_minor) AS max_minor,
      o.shared_budget_id, s.currency
    FROM reached r JOIN campaigns o ON o.id = r.campaign_id JOIN stores s ON s.id = o.store_id
    LEFT JOIN campaign_spend p ON p.campaign_id = o.id AND p.user_id = 0 ORDER BY o.id`);
  const events = rows.map(({ currency, ...row }) => ({
    subject: `offer/${row.id}`,
    storeId: row.store_id,
    data: {
      offer_id: row.id,
      store_id: row.store_id,
      title: row.title,
      clicks: row.clicks,
      max_clicks: row.max_clicks,
      spent: { minor: row.spent_minor, currency },
      max_spent: row.max_minor === null ? null : { minor: row.max_minor, currency },
      shared_budget_id: row.shared_budget_id,
    },
  }));
  const published = await publish(tx, LIMIT_EVENTS.reached, now, events);
  const news = rows.map(({ id, store_id: storeId, title: campaign }, index) => ({
    message: 'limit_reached' as const,
    values: { campaign },
    to: { storeId, need: 'manage' as const },
    path: `/console/shop/${storeId}/campaigns/${id}`,
    eventId: published[index],
  }));
  await notify(tx, now, news);
}
