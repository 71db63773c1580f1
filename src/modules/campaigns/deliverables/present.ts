import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deliverable, DeliverableWithDrafts } from './deliverable.ts';

/** Presents a deliverable. Whether it is overdue follows from the day in the platform's time zone. */
export function presentDeliverable(deliverable: Deliverable, { now }: Pick<Context, 'now'>, calendar: Calendar) {
  const { id, campaign, store, participantId, user, title, instructions, dueOn, status, versions } = deliverable;
  const isAwaited = status === 'awaited' || status === 'changes_requested';
  return {
    id,
    offer: campaign,
    store,
    participant_id: participantId,
    user,
    title,
    instructions,
    due_on: dueOn,
    status,
    is_overdue: isAwaited && dueOn < calendar.dayOf(now().getTime()),
    versions,
  };
}

/** Presents a deliverable with its drafts. */
export function presentWithDrafts(deliverable: DeliverableWithDrafts, ctx: Pick<Context, 'now'>, calendar: Calendar) {
  return {
    ...presentDeliverable(deliverable, ctx, calendar),
    submissions: deliverable.submissions.map((one) => ({
      version: one.version,
      url: one.url,
      note: one.note,
      file_name: one.fileName,
      created_at: one.createdAt.toISOString(),
      decision: one.decision,
      feedback: one.feedback,
      decided_at: one.decidedAt?.toISOString() ?? null,
    })),
  };
}
