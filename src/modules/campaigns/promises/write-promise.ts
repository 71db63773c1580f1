import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { MAX_VERSIONS, readPromise } from './promise.ts';

export const PROMISE_ERRORS = ['too_many_versions'] as const;

/** A promise as a store sets it. */
export interface PromiseInput {
  /** `YYYY-MM-DD` in the platform's time zone; null: none. */
  until: string | null;
  noticeDays: number | null;
}

/** The longest time that a day can be ahead, in days. */
const MAX_DAYS_AHEAD = 1830;

/**
 * Sets what a campaign promises about its terms, as a new version. A later day and a longer notice begin at once. A shorter notice, or none, begins when the longer
 * one has passed. The same promise changes nothing.
 * @throws NotFound when it has been deleted; InvalidInput naming `until`; RuleRefused with a code of PROMISE_ERRORS
 */
export async function setPromise(
  ctx: Context,
  { campaignId, calendar, until, noticeDays }: PromiseInput & { campaignId: number; calendar: Calendar },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    await writePromise({ ...ctx, db: tx }, { storeId, campaignId, calendar, until, noticeDays });
  });
}

/** The same for a campaign that is locked or new in the caller's transaction. */
async function writePromise(
  ctx: Context & { db: Database },
  {
    storeId,
    campaignId,
    calendar,
    until,
    noticeDays,
  }: PromiseInput & { storeId: number; campaignId: number; calendar: Calendar },
): Promise<void> {
  const today = calendar.dayOf(ctx.now().getTime());
  const before = await readPromise(ctx, campaignId);
  const notice = before?.noticeDays ?? null;
  const intended = before?.next === null || before === null ? notice : before.next.noticeDays;
  const kept = before?.until ?? null;
  if (before === null && until === null && noticeDays === null) return;
  if (before !== null && before.endedReason === null && kept === until && intended === noticeDays) return;
  refuseInvalidDay({ until, kept: kept !== null && kept >= today ? kept : null, isSame: until === kept, today });
  const isShorter = notice !== null && (noticeDays ?? 0) < notice;
  const beginsOn = isShorter ? addDays(today, notice) : today;
  const version = { storeId, campaignId, until, noticeDays, beginsOn, timeZone: calendar.timeZone, reason: null };
  await addVersion(ctx, version);
  await writeAudit(ctx.db, {
    actor: ctx.actor,
    action: 'offer.promise_changed',
    subjectKind: 'offer',
    subjectId: campaignId,
    details: { until, notice_days: noticeDays, begins_on: beginsOn },
  });
  await keepPromisedTerms(ctx, { storeId });
}

/**
 * Refuses a last day that is earlier than the promised one, in the past, or too far ahead.
 * @param kept the day that is promised already and not over; null: none
 * @param isSame whether the day does not change
 * @throws InvalidInput naming `until`
 */
export function refuseInvalidDay({
  until,
  kept,
  isSame,
  today,
}: {
  until: string | null;
  kept: string | null;
  isSame: boolean;
  today: string;
}): void {
  if (kept !== null && (until === null || until < kept))
    throw new InvalidInput({ until: [`must not be before ${kept}, which is promised already`] });
  if (until !== null && !isSame && until < today) throw new InvalidInput({ until: ['must not be in the past'] });
  if (until !== null && until > addDays(today, MAX_DAYS_AHEAD))
    throw new InvalidInput({ until: [`must be at most ${MAX_DAYS_AHEAD} days ahead`] });
}

/**
 * Ends a promise at once, as the administration does to stop fraud. Creators read the reason in the history. Nothing happens if nothing is promised.
 * @throws NotFound when the campaign has been deleted
 */
export async function endPromise(
  ctx: Context,
  { campaignId, calendar, reason }: { campaignId: number; calendar: Calendar; reason: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    const before = await readPromise({ ...ctx, db: tx }, campaignId);
    if (before === null || !before.isBinding) return;
    const beginsOn = calendar.dayOf(ctx.now().getTime());
    await addVersion(
      { ...ctx, db: tx },
      { storeId, campaignId, until: null, noticeDays: null, beginsOn, timeZone: calendar.timeZone, reason },
    );
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.promise_ended',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { reason },
    });
  });
}

async function addVersion(
  { db: tx, now, actor }: Pick<Context, 'db' | 'now' | 'actor'>,
  version: PromiseInput & {
    storeId: number;
    campaignId: number;
    beginsOn: string;
    timeZone: string;
    reason: string | null;
  },
): Promise<void> {
  const { rows } = await tx.execute<{ next: number }>(
    sql`SELECT coalesce(max(version), 0) + 1 AS next FROM terms_promises WHERE campaign_id = ${version.campaignId}`,
  );
  const { next } = rows[0]!;
  if (next > MAX_VERSIONS)
    throw new RuleRefused('too_many_versions', `The promise of a campaign can be changed ${MAX_VERSIONS} times.`);
  await tx.execute(sql`
    INSERT INTO terms_promises (campaign_id, store_id, version, until, notice_days, begins_on, time_zone, created_by, created_at, ended_reason)
    VALUES (${version.campaignId}, ${version.storeId}, ${next}, ${version.until}::date, ${version.noticeDays}, ${version.beginsOn}::date, ${version.timeZone},
      ${actor.userId}, ${now().toISOString()}, ${version.reason})`);
}
