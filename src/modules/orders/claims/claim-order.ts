import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { WINDOW_DAYS } from '../../../platform/limits.ts';
import { fromDecimalString, InvalidMoney } from '../../../platform/money.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import { MAX_MINOR } from '../reports/amounts.ts';
import type { Finding } from './claim.ts';

const DAY_MS = 86_400_000;
/** Maximum number of claims of a creator within 24 hours. It is limited because each reply reveals something about a store's orders. */
const MAX_A_DAY = 20;
/** The maximum age of a claimed order. */
const MAX_AGE_DAYS = 120;

/** The data of a claim. */
export interface NewClaim {
  userId: number;
  storeId: number;
  orderNumber: string;
  /** `YYYY-MM-DD`, UTC. */
  orderedOn: string;
  amount: { amount: string; currency: string };
  note: string;
}

/**
 * Stores a claim together with the known facts about the order (docs/orders.md, "Claims").
 * @param claimDays number of days that the store has to decide the claim
 * @returns the claim's id
 * @throws InvalidInput naming `store_id` for a store to which the creator has no link, `ordered_on`, or `amount`; RuleRefused
 *   `claim_exists`, `too_many_claims`
 */
export async function claimOrder(ctx: Context, { claimDays }: { claimDays: number }, claim: NewClaim): Promise<number> {
  const now = ctx.now();
  const minor = amountOf(claim.amount);
  const placedAt = placedBy(claim.orderedOn, now);
  if (placedAt === null || now.getTime() - placedAt.getTime() > MAX_AGE_DAYS * DAY_MS)
    throw new InvalidInput({ ordered_on: [`must be one of the last ${MAX_AGE_DAYS} days`] });
  return ctx.db.transaction(async (tx) => {
    // Claims of one creator are serialized, so that they can be counted.
    await tx.execute(sql`SELECT FROM users WHERE id = ${claim.userId} FOR NO KEY UPDATE`);
    await refuseTooMany(tx, claim.userId, now);
    await refuseUnlinked(tx, claim);
    const clickId = await lastClick(tx, claim, placedAt);
    const findings: Finding[] = [
      await findOrder(tx, claim),
      clickId === null ? 'no_click_in_window' : 'click_in_window',
    ];
    const id = await insertClaim(tx, {
      claim,
      minor,
      findings,
      clickId,
      dueAt: new Date(now.getTime() + claimDays * DAY_MS),
      now,
      ctx,
    });
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { claim_id: id, store_id: claim.storeId }),
      action: 'order_claim.created',
      subjectKind: 'user',
      subjectId: claim.userId,
    });
    return id;
  });
}

function amountOf({ amount, currency }: NewClaim['amount']): number {
  try {
    const minor = fromDecimalString(amount, currency);
    if (minor > 0 && minor <= MAX_MINOR) return minor;
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
  }
  throw new InvalidInput({ amount: ['must be a positive amount of its currency, and not too large'] });
}

/**
 * The last instant at which an order of a day can have been placed: the end of the day, or `now` if that is earlier.
 * @param day `YYYY-MM-DD`, UTC
 * @returns null for a day in the future
 */
export function placedBy(day: string, now: Date): Date | null {
  const start = Date.parse(`${day}T00:00:00Z`);
  return start > now.getTime() ? null : new Date(Math.min(start + DAY_MS - 1, now.getTime()));
}

async function refuseTooMany(tx: Database, userId: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { rows } = await tx.execute<{ made: number }>(
    sql`SELECT count(*)::int AS made FROM order_claims WHERE user_id = ${userId} AND created_at > ${since}`,
  );
  if (rows[0]!.made >= MAX_A_DAY)
    throw new RuleRefused('too_many_claims', `A creator can claim at most ${MAX_A_DAY} orders within 24 hours.`);
}

/** Creators cannot query the orders of stores to which they have no link. */
async function refuseUnlinked(tx: Database, { userId, storeId }: NewClaim): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    SELECT FROM stores s WHERE id = ${storeId} AND deleted_at IS NULL
      AND EXISTS (SELECT FROM links l WHERE l.store_id = s.id AND l.user_id = ${userId})`);
  if (rowCount !== 1) throw new InvalidInput({ store_id: ['must be a store to which the creator has a link'] });
}

/**
 * The id of the creator's last click to the store to which an order that was placed then can be attributed: counted, duplicate or prefetch (docs/clicks.md),
 * and within the window of its campaign, otherwise of the store; null if there is none.
 */
async function lastClick(tx: Database, { userId, storeId }: NewClaim, placedAt: Date): Promise<string | null> {
  const from = new Date(placedAt.getTime() - WINDOW_DAYS.max * DAY_MS).toISOString();
  const at = placedAt.toISOString();
  const { rows } = await tx.execute<{ id: string }>(sql`
    WITH found AS MATERIALIZED (
      SELECT campaign_id, max(id::text)::uuid AS id FROM clicks
      WHERE user_id = ${userId} AND store_id = ${storeId} AND id >= click_floor(${from}) AND id < click_floor(${at}) AND class IN (0, 2, 3) GROUP BY campaign_id
    )
    SELECT f.id FROM found f CROSS JOIN order_rules_at(${storeId}, NULL, ${at}) s
    LEFT JOIN LATERAL order_rules_at(${storeId}, f.campaign_id, ${at}) c ON f.campaign_id IS NOT NULL
    WHERE click_time(f.id) >= ${at}::timestamptz - coalesce(c.window_days, s.window_days) * interval '24 hours' ORDER BY f.id DESC LIMIT 1`);
  return rows[0]?.id ?? null;
}

async function findOrder(tx: Database, { userId, storeId, orderNumber }: NewClaim): Promise<Finding> {
  const { rows } = await tx.execute<{ user_id: number | null }>(
    sql`SELECT user_id FROM orders WHERE store_id = ${storeId} AND order_id = ${orderNumber} AND event_kind_id IS NULL`,
  );
  if (rows[0] === undefined) return 'not_reported';
  if (rows[0].user_id === null) return 'nobodys';
  return rows[0].user_id === userId ? 'already_yours' : 'another_creator';
}

async function insertClaim(
  tx: Database,
  {
    claim,
    minor,
    findings,
    clickId,
    dueAt,
    now,
    ctx,
  }: {
    claim: NewClaim;
    minor: number;
    findings: Finding[];
    clickId: string | null;
    dueAt: Date;
    now: Date;
    ctx: Context;
  },
): Promise<number> {
  try {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO order_claims (user_id, store_id, order_number, ordered_on, amount_minor, currency, note, findings, click_id, due_at, created_by, created_at)
      VALUES (${claim.userId}, ${claim.storeId}, ${claim.orderNumber}, ${claim.orderedOn}, ${minor}, ${claim.amount.currency}, ${claim.note},
        ${sql.param(findings)}::text[], ${clickId}::uuid, ${dueAt.toISOString()}, ${ctx.actor.userId}, ${now.toISOString()}) RETURNING id`);
    return rows[0]!.id;
  } catch (error) {
    if (!isUniqueViolation(error, 'order_claims_open')) throw error;
    throw new RuleRefused(
      'claim_exists',
      'The creator has already claimed this order, and the claim is not decided yet.',
    );
  }
}
