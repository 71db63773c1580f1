import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { changeOrder } from '../changes/change-order.ts';
import type { OrderDeps } from '../deps.ts';
import { recordOrder } from '../reports/record-order.ts';
import { type Claim, lockClaim } from './claim.ts';
import { placedBy } from './claim-order.ts';
import { notifyOfDecision } from './mail-claim.ts';

/** A decision about a claim; a declined one needs a reason. */
export type ClaimDecision = { accept: true; reason: string | null } | { accept: false; reason: string };

/**
 * Decides a claim, by a member of its store or an administrator. Accepting it records an order as the store's server would,
 * attributed to the creator's click by the rules of every order, and approves it, all or nothing.
 * @throws NotFound; RuleRefused `claim_decided`, `no_click_in_window`, `order_not_attributable`, or the refusals of recording and
 *   approving an order
 */
export async function decideClaim(
  ctx: Context,
  { calendar }: Pick<OrderDeps, 'calendar'>,
  claim: Claim,
  decision: ClaimDecision,
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const locked = await lockClaim(tx, claim.id);
    if (locked === null) throw new NotFound('order claim');
    if (locked.isDecided) throw new RuleRefused('claim_decided', 'The claim is decided already.');
    const orderId = decision.accept ? await makeOrder({ ...ctx, db: tx }, { calendar }, claim) : null;
    await tx.execute(sql`
      UPDATE order_claims SET decision = ${decision.accept ? 'accepted' : 'declined'}, reason = ${decision.reason}, decided_by = ${ctx.actor.userId},
        decided_at = ${now.toISOString()}, order_row_id = ${orderId} WHERE id = ${claim.id}`);
    await notifyOfDecision({ ...ctx, db: tx }, claim, decision.accept);
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { claim_id: claim.id, user_id: claim.user.id, order_id: orderId, reason: decision.reason }),
      action: decision.accept ? 'order_claim.accepted' : 'order_claim.declined',
      subjectKind: 'store',
      subjectId: claim.store.id,
    });
  });
}

/**
 * What accepting a claim would cost its store now: the order is recorded as by `decideClaim`, and the transaction is rolled back.
 * @returns minor units of the store's currency
 * @throws as `decideClaim`
 */
export async function previewAcceptance(ctx: Context, deps: Pick<OrderDeps, 'calendar'>, claim: Claim): Promise<Cost> {
  if (claim.decidedAt !== null) throw new RuleRefused('claim_decided', 'The claim is decided already.');
  try {
    return await ctx.db.transaction(async (tx) => {
      const id = await makeOrder({ ...ctx, db: tx }, deps, claim);
      const { rows } = await tx.execute<Cost>(sql`SELECT cost_minor AS minor, currency FROM orders WHERE id = ${id}`);
      throw new Undone(rows[0]!);
    });
  } catch (error) {
    if (error instanceof Undone) return error.cost;
    throw error;
  }
}

type Cost = { minor: number; currency: string };

/** Rolls a transaction back whose result is wanted. */
class Undone extends Error {
  readonly cost: Cost;
  constructor(cost: Cost) {
    super('The transaction is rolled back.');
    this.cost = cost;
  }
}

async function makeOrder(ctx: Context, { calendar }: Pick<OrderDeps, 'calendar'>, claim: Claim): Promise<number> {
  if (claim.clickId === null)
    throw new RuleRefused(
      'no_click_in_window',
      'The creator has no click within the attribution window. An order without a click cannot be attributed; a one-time payment can be granted instead.',
    );
  const actorId = ctx.actor.userId;
  const { id } = await recordOrder(
    ctx,
    { calendar },
    {
      storeId: claim.store.id,
      channel: 'server',
      isDecision: true,
      orderId: claim.orderNumber,
      currency: claim.currency,
      actorId,
      value: toDecimalString({ minor: claim.amountMinor, currency: claim.currency }),
      orderAt: placedBy(claim.orderedOn, claim.createdAt),
      clickId: claim.clickId,
      voucherCode: null,
    },
  );
  await refuseOthers(ctx.db, id, claim);
  return changeOrder(ctx, { id }, { status: 'approved', actorId, byAdmin: ctx.actor.isAdmin });
}

/** The order must match the claim, because the rules of orders may attribute it differently. */
async function refuseOthers(tx: Database, id: number, claim: Claim): Promise<void> {
  const { rows } = await tx.execute<{
    user_id: number | null;
    reason: string | null;
    minor: number;
    currency: string;
  }>(sql`
    SELECT user_id, unattributed_reason AS reason, original_minor AS minor, original_currency AS currency FROM orders WHERE id = ${id}`);
  const order = rows[0]!;
  if (order.user_id === claim.user.id && order.minor === claim.amountMinor && order.currency === claim.currency) return;
  const why =
    order.user_id === null
      ? `it is nobody’s (${order.reason})`
      : order.user_id === claim.user.id
        ? 'it is decided with another value'
        : 'it is another creator’s';
  throw new RuleRefused('order_not_attributable', `The order cannot be recorded as claimed: ${why}.`);
}
