import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../accounts/index.ts';
import type { RightSide, UsageRight } from './usage-right.ts';

/** Numbers of days before the last day on which both sides are reminded. */
const FIRST_REMINDER_DAYS = 14;
const LAST_REMINDER_DAYS = 1;
/** Maximum number of rights in one round of reminders; the next round, an hour later, continues. */
const MAX_AT_ONCE = 1_000;

type Named = Pick<UsageRight, 'deliverable' | 'campaign' | 'store' | 'user'>;

const valuesOf = ({ campaign, store, deliverable }: Named) => ({
  campaign: campaign.title,
  store: store.name,
  deliverable: deliverable.title,
});

const toCreator = ({ user, campaign }: Named) => ({
  to: { userId: user.id },
  path: `/console/creator/campaigns/${campaign.id}`,
});

const toStore = ({ store, campaign, deliverable }: Named) => ({
  to: { storeId: store.id, need: 'manage' } as const,
  path: `/console/shop/${store.id}/campaigns/${campaign.id}?deliverable=${deliverable.id}`,
});

/** Notifies the creator of offered rights. */
export async function notifyOfOffer(tx: Database, right: Named, at: Date): Promise<void> {
  await notify(tx, at, [{ message: 'usage_rights_offered', values: valuesOf(right), ...toCreator(right) }]);
}

/** Notifies the store of the creator's answer. */
export async function notifyOfAnswer(
  tx: Database,
  right: Named,
  { answer, at }: { answer: 'accepted' | 'declined'; at: Date },
): Promise<void> {
  const values = { ...valuesOf(right), answer };
  await notify(tx, at, [{ message: 'usage_rights_answered', values, ...toStore(right) }]);
}

/** Notifies one side of an earlier last day that the other has proposed, or agreed on. */
export async function notifyOfEnd(
  tx: Database,
  right: Named,
  { step, to, day, at }: { step: 'proposed' | 'agreed'; to: RightSide; day: string; at: Date },
): Promise<void> {
  const values = { ...valuesOf(right), step, day };
  const place = to === 'store' ? toStore(right) : toCreator(right);
  await notify(tx, at, [{ message: 'usage_rights_end', values, ...place }]);
}

/**
 * Reminds both sides of rights that end within 14 days, and again of those that end within a day, each once.
 * @returns the number of rights
 */
export async function remindOfEndingRights(
  { db, now }: Pick<Context, 'db' | 'now'>,
  calendar: Calendar,
): Promise<number> {
  const today = calendar.dayOf(now().getTime());
  const tomorrow = addDays(today, LAST_REMINDER_DAYS);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      deliverable_id: number;
      deliverable_title: string;
      campaign_id: number;
      campaign_title: string;
      store_id: number;
      store_name: string;
      user_id: number;
      user_name: string;
      last_day: string;
    }>(sql`
      UPDATE usage_rights r SET reminded_days = CASE WHEN r.last_day <= ${tomorrow}::date THEN ${LAST_REMINDER_DAYS}::smallint ELSE ${FIRST_REMINDER_DAYS}::smallint END
      FROM (
        SELECT x.id FROM usage_rights x JOIN participants p ON p.id = x.participant_id JOIN campaigns o ON o.id = p.campaign_id
        WHERE x.status = 'accepted' AND x.last_day BETWEEN ${today}::date AND ${addDays(today, FIRST_REMINDER_DAYS)}::date
          AND (x.reminded_days IS NULL OR x.reminded_days > ${LAST_REMINDER_DAYS} AND x.last_day <= ${tomorrow}::date) AND o.deleted_at IS NULL
        ORDER BY x.last_day, x.id LIMIT ${MAX_AT_ONCE} FOR UPDATE OF x SKIP LOCKED
      ) due, deliverables d, participants p, campaigns o, stores s, users u
      WHERE r.id = due.id AND d.id = r.deliverable_id AND p.id = r.participant_id AND o.id = p.campaign_id AND s.id = o.store_id AND u.id = p.user_id
      RETURNING r.deliverable_id, d.title AS deliverable_title, o.id AS campaign_id, o.shown_title AS campaign_title, o.store_id,
        s.name AS store_name, p.user_id, u.public_name AS user_name, to_char(r.last_day, 'YYYY-MM-DD') AS last_day`);
    const news = rows.flatMap((row) => {
      const right = {
        deliverable: { id: row.deliverable_id, title: row.deliverable_title },
        campaign: { id: row.campaign_id, title: row.campaign_title },
        store: { id: row.store_id, name: row.store_name },
        user: { id: row.user_id, name: row.user_name },
      };
      const values = { ...valuesOf(right), day: row.last_day };
      const message = 'usage_rights_ending' as const;
      return [
        { message, values, ...toStore(right) },
        { message, values, ...toCreator(right) },
      ];
    });
    if (news.length > 0) await notify(tx, now(), news);
    return rows.length;
  });
}
