import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { TAKING_PART } from '../participants/transitions.ts';
import { isApproved, lockDeliverable } from './deliverable.ts';
import { notifyOfPlan } from './notify-deliverable.ts';

/** Maximum number of deliverables of a participant. */
const MAX_EACH = 50;

/** The content of a deliverable. */
export interface DeliverableInput {
  title: string;
  instructions: string;
  /** `YYYY-MM-DD` */
  dueOn: string;
}

/**
 * Plans the same deliverable for participants of a campaign who take part in it, and notifies them. Either all get it, or none.
 * @param participantIds without duplicates
 * @returns the ids of the deliverables, in the order of the participants
 * @throws InvalidInput naming `due_on`, or the place in `participant_ids` of each that does not take part; RuleRefused `too_many_deliverables`
 */
export async function planDeliverables(
  ctx: Context,
  { campaignId, calendar }: { campaignId: number; calendar: Calendar },
  { participantIds, ...input }: DeliverableInput & { participantIds: readonly number[] },
): Promise<number[]> {
  refuseDay(input.dueOn, ctx, calendar);
  const ids = sql`${sql.param([...participantIds])}::bigint[]`;
  return ctx.db.transaction(async (tx) => {
    // Rows are locked in a fixed order, so that concurrent plans for the same participants do not deadlock and the limit is exact.
    const { rows: participants } = await tx.execute<{ id: number }>(sql`
      SELECT p.id FROM participants p JOIN campaigns o ON o.id = p.campaign_id
      WHERE p.id = ANY (${ids}) AND p.campaign_id = ${campaignId} AND p.user_id IS NOT NULL AND o.deleted_at IS NULL
        AND p.status = ANY (${sql.param([...TAKING_PART])}::text[])
      ORDER BY p.id FOR NO KEY UPDATE OF p`);
    refuseOthers(participantIds, new Set(participants.map(({ id }) => id)));
    const { rows: full } = await tx.execute(sql`
      SELECT participant_id FROM deliverables WHERE participant_id = ANY (${ids}) GROUP BY participant_id HAVING count(*) >= ${MAX_EACH} LIMIT 1`);
    if (full.length > 0)
      throw new RuleRefused('too_many_deliverables', `A participant has at most ${MAX_EACH} deliverables.`);
    const at = ctx.now().toISOString();
    const { rows } = await tx.execute<{ id: number; participant_id: number }>(sql`
      INSERT INTO deliverables (participant_id, title, instructions, due_on, created_by, created_at, updated_at)
      SELECT g.id, ${input.title}, ${input.instructions}, ${input.dueOn}, ${ctx.actor.userId}, ${at}, ${at}
      FROM unnest(${ids}) WITH ORDINALITY AS g (id, place) ORDER BY g.place RETURNING id, participant_id`);
    await notifyOfPlan(tx, { participantIds, dueOn: input.dueOn, at: ctx.now() });
    return rows.map(({ id }) => id);
  });
}

/**
 * Changes a deliverable that is not approved; omitted fields are unchanged.
 * @throws NotFound; InvalidInput naming `due_on`; RuleRefused `deliverable_approved`
 */
export async function changeDeliverable(
  ctx: Context,
  { id, calendar }: { id: number; calendar: Calendar },
  { title, instructions, dueOn }: { [Key in keyof DeliverableInput]?: DeliverableInput[Key] | undefined },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const was = await lockDeliverable(tx, id);
    if (isApproved(was.status)) throw new RuleRefused('deliverable_approved', 'The deliverable is approved.');
    if (dueOn !== undefined && dueOn !== was.dueOn) refuseDay(dueOn, ctx, calendar);
    await tx.execute(sql`
      UPDATE deliverables SET title = coalesce(${title ?? null}, title), instructions = coalesce(${instructions ?? null}, instructions),
        due_on = coalesce(${dueOn ?? null}::date, due_on), updated_at = ${ctx.now().toISOString()} WHERE id = ${id}`);
  });
}

/** Removes a deliverable without drafts. @throws NotFound; RuleRefused `deliverable_submitted` */
export async function removeDeliverable({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const { latest } = await lockDeliverable(tx, id);
    if (latest > 0) throw new RuleRefused('deliverable_submitted', 'Drafts have been submitted for the deliverable.');
    await tx.execute(sql`DELETE FROM deliverables WHERE id = ${id}`);
  });
}

function refuseDay(day: string, { now }: Pick<Context, 'now'>, calendar: Calendar): void {
  if (day < calendar.dayOf(now().getTime())) throw new InvalidInput({ due_on: ['must not be in the past'] });
}

function refuseOthers(wanted: readonly number[], known: ReadonlySet<number>): void {
  const unknown = wanted.flatMap((id, index) => (known.has(id) ? [] : [index]));
  if (unknown.length === 0) return;
  const says = ['must be the id of a participant who takes part in the offer'];
  throw new InvalidInput(Object.fromEntries(unknown.map((index) => [`participant_ids.${index}`, says])));
}
