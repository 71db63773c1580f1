import { sql } from 'drizzle-orm';
import { realActorId } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { addAppealChange, addComment } from '../../campaigns/index.ts';
import type { Appeal } from './appeal.ts';
import { notifyOfAppeal } from './notify-appeal.ts';

/**
 * Closes an appeal with a reason, which is its last comment. No amount changes: approving an order or undoing a void is a
 * separate action.
 * @throws RuleRefused `appeal_closed`
 */
export async function closeAppeal(
  ctx: Context,
  appeal: Appeal,
  { outcome, reason }: { outcome: 'upheld' | 'dismissed'; reason: string },
): Promise<void> {
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockOpen(tx, appeal.id);
    const act = { appealId: appeal.id, actorId: ctx.actor.userId, at };
    await notifyOfAppeal(tx, act, { what: 'decided', outcome });
    await addComment({ ...ctx, db: tx }, { appealId: appeal.id }, reason);
    await addAppealChange(tx, { appealId: appeal.id, actorId: realActorId(ctx.actor), from: 'open', to: outcome, at });
    await tx.execute(sql`
      UPDATE appeals SET outcome = ${outcome}, closed_by = ${ctx.actor.userId}, closed_at = ${at.toISOString()} WHERE id = ${appeal.id}`);
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { appeal_id: appeal.id, kind: appeal.kind, subject: appeal.subject, outcome, reason }),
      action: 'appeal.closed',
      subjectKind: 'store',
      subjectId: appeal.store.id,
    });
  });
}

/** Comments on an open appeal. @throws RuleRefused `appeal_closed` */
export async function commentOnAppeal(ctx: Context, { id }: Appeal, text: string) {
  return ctx.db.transaction(async (tx) => {
    await lockOpen(tx, id);
    await notifyOfAppeal(tx, { appealId: id, actorId: ctx.actor.userId, at: ctx.now() }, { what: 'answered' });
    return addComment({ ...ctx, db: tx }, { appealId: id }, text);
  });
}

async function lockOpen(tx: Database, id: number): Promise<void> {
  const { rows } = await tx.execute<{ is_open: boolean }>(
    sql`SELECT closed_at IS NULL AS is_open FROM appeals WHERE id = ${id} FOR UPDATE`,
  );
  if (rows[0]?.is_open !== true) throw new RuleRefused('appeal_closed', 'The appeal is closed.');
}
