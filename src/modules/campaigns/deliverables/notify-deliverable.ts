import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../../accounts/index.ts';
import { TAKING_PART } from '../participants/transitions.ts';
import { AWAITED_SQL, type Decision, type Deliverable } from './deliverable.ts';

/** Number of days before the due date on which the reminder is sent. */
const REMINDED_BEFORE_DAYS = 2;
/** Maximum number of reminders of a deliverable. Without it, a store could cause any number by changing the due date. */
const MAX_REMINDERS = 3;
/** Maximum number of deliverables in one round of reminders; the next round, an hour later, continues. */
const MAX_AT_ONCE = 2_000;

const pathOfCreator = (campaignId: number) => `/console/creator/campaigns/${campaignId}`;

/** Notifies participants of a new deliverable. The notification is not mailed at once, because a store may plan many deliverables. */
export async function notifyOfPlan(
  tx: Database,
  { participantIds, dueOn, at }: { participantIds: readonly number[]; dueOn: string; at: Date },
): Promise<void> {
  await notifyParticipantsOf(tx, {
    message: 'deliverable_planned',
    of: new Map(participantIds.map((id) => [id, { count: 1, first: dueOn }])),
    at,
  });
}

/** Notifies a store of a draft. */
export async function notifyOfDraft(
  tx: Database,
  { id, campaign, store, title }: Deliverable,
  at: Date,
): Promise<void> {
  const values = { campaign: campaign.title, store: store.name, deliverable: title };
  const path = `/console/shop/${store.id}/campaigns/${campaign.id}?deliverable=${id}`;
  await notify(tx, at, [{ message: 'draft_submitted', values, to: { storeId: store.id, need: 'manage' }, path }]);
}

/** Notifies the creator of a decision. The feedback is the store's text and is only in the console. */
export async function notifyOfDecision(
  tx: Database,
  { campaign, store, title, user }: Deliverable,
  { decision, at }: { decision: Decision; at: Date },
): Promise<void> {
  const values = { campaign: campaign.title, store: store.name, deliverable: title, decision };
  const to = { userId: user.id };
  await notify(tx, at, [{ message: 'draft_decided', values, to, path: pathOfCreator(campaign.id) }]);
}

/**
 * Reminds creators of deliverables that are due within two days and have no draft. A changed due date causes another reminder, up to the maximum. All
 * deliverables of a participant are one notification.
 * @returns the number of deliverables
 */
export async function remindOfDeliverables(
  { db, now }: Pick<Context, 'db' | 'now'>,
  calendar: Calendar,
): Promise<number> {
  const today = calendar.dayOf(now().getTime());
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ participant_id: number; due_on: string }>(sql`
      UPDATE deliverables d SET reminded_for = d.due_on, reminders = d.reminders + 1 FROM (
        SELECT d.id FROM deliverables d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
        WHERE ${AWAITED_SQL} AND d.due_on BETWEEN ${today}::date AND ${addDays(today, REMINDED_BEFORE_DAYS)}::date
          AND d.reminded_for IS DISTINCT FROM d.due_on AND d.reminders < ${MAX_REMINDERS}
          AND p.status = ANY (${sql.param([...TAKING_PART])}::text[]) AND o.deleted_at IS NULL
        ORDER BY d.due_on, d.id LIMIT ${MAX_AT_ONCE} FOR UPDATE OF d
      ) due WHERE d.id = due.id RETURNING d.participant_id, to_char(d.due_on, 'YYYY-MM-DD') AS due_on`);
    const of = new Map<number, { count: number; first: string }>();
    for (const { participant_id: id, due_on: due } of rows) {
      const known = of.get(id);
      of.set(id, { count: (known?.count ?? 0) + 1, first: known && known.first < due ? known.first : due });
    }
    await notifyParticipantsOf(tx, { message: 'deliverables_due', of, at: now() });
    return rows.length;
  });
}

/** Notifies each participant of the number of deliverables and the first due date. */
async function notifyParticipantsOf(
  tx: Database,
  {
    message,
    of,
    at,
  }: {
    message: 'deliverable_planned' | 'deliverables_due';
    of: ReadonlyMap<number, { count: number; first: string }>;
    at: Date;
  },
): Promise<void> {
  if (of.size === 0) return;
  const { rows } = await tx.execute<{
    id: number;
    user_id: number;
    campaign_id: number;
    title: string;
    store_name: string;
  }>(sql`
    SELECT p.id, p.user_id, o.id AS campaign_id, o.shown_title AS title, s.name AS store_name
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
    WHERE p.id = ANY (${sql.param([...of.keys()])}::bigint[]) AND p.user_id IS NOT NULL ORDER BY p.id`);
  const news = rows.map(({ id, user_id: userId, campaign_id: campaignId, title: campaign, store_name: store }) => ({
    message,
    values: { campaign, store, ...of.get(id)! },
    to: { userId },
    path: pathOfCreator(campaignId),
  }));
  await notify(tx, at, news);
}
