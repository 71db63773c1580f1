import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

type Release = { invoiceId: number; reason: string };

/**
 * Releases the earnings of a store's invoice: they are payable to creators and agencies before the store has paid. Hold period and holds remain.
 * @throws NotFound when there is no such invoice of a store; RuleRefused `already_released`
 */
export function releaseEarnings(ctx: Pick<Context, 'db' | 'now' | 'actor'>, release: Release): Promise<void> {
  return setReleased(ctx, release, true);
}

/**
 * Takes a release back: amounts that have not been paid out are held again until the store pays.
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
        ? new RuleRefused('already_released', `The earnings of invoice ${invoice.number} have already been released.`)
        : new RuleRefused('not_released', `The earnings of invoice ${invoice.number} have not been released.`);
    await tx.execute(sql`
      UPDATE invoices SET released_at = ${isReleased ? at : null}::timestamptz, released_by = ${isReleased ? ctx.actor.userId : null}::bigint,
        updated_at = ${at} WHERE id = ${invoiceId}`);
    await writeAudit(tx, {
      actor: ctx.actor,
      subjectKind: 'invoice',
      subjectId: invoiceId,
      action: isReleased ? 'invoice.earnings_released' : 'invoice.release_taken_back',
      details: { reason, before: { released: !isReleased }, after: { released: isReleased } },
    });
  });
}
