import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

type Release = { invoiceId: number; reason: string };

/**
 * Releases what a store's invoice carries: it is payable to creators and agencies though the store has not paid. Hold period and holds remain.
 * @throws NotFound when there is no such invoice of a store; RuleRefused `already_released`
 */
export function releaseEarnings(ctx: Pick<Context, 'db' | 'now' | 'actor'>, release: Release): Promise<void> {
  return setReleased(ctx, release, true);
}

/**
 * Takes a release back: what has not been paid out waits for the store's payment again.
 * @throws NotFound; RuleRefused `not_released`
 */
export function takeBackRelease(ctx: Pick<Context, 'db' | 'now' | 'actor'>, release: Release): Promise<void> {
  return setReleased(ctx, release, false);
}

async function setReleased(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { invoiceId, reason }: Release,
  isReleased: boolean,
): Promise<void> {
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ number: string; released: boolean }>(sql`
      SELECT number, released_at IS NOT NULL AS released FROM invoices WHERE id = ${invoiceId} AND kind = 'store' FOR UPDATE`);
    const invoice = rows[0];
    if (invoice === undefined) throw new NotFound('invoice');
    if (invoice.released === isReleased)
      throw isReleased
        ? new RuleRefused('already_released', `What invoice ${invoice.number} carries has been released already.`)
        : new RuleRefused('not_released', `What invoice ${invoice.number} carries has not been released.`);
    await tx.execute(sql`
      UPDATE invoices SET released_at = ${isReleased ? at : null}::timestamptz, released_by = ${isReleased ? ctx.actor.userId : null}::bigint,
        updated_at = ${at} WHERE id = ${invoiceId}`);
    await writeAudit(tx, {
      ...{ actorId: ctx.actor.userId, subjectKind: 'invoice', subjectId: invoiceId },
      action: isReleased ? 'invoice.earnings_released' : 'invoice.release_taken_back',
      details: { reason, before: { released: !isReleased }, after: { released: isReleased } },
    });
  });
}
