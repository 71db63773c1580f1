import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { belongsToStore, clickInstant, type OrderTerms, termsOfLink } from '../../clicks/index.ts';
import type { Attributed, Attribution, Traces } from '../attribution/attribute.ts';
import type { Reason } from '../attribution/reasons.ts';
import { isSupported } from './bind-customer.ts';
import type { CustomerOfOrder, CustomerRate } from './customer.ts';
import { programmeAt, type Step, stepAt } from './programme.ts';

/** What prices the orders of a customer. */
interface Rates {
  programmeId: number;
  steps: readonly Step[];
  paysFirst: boolean;
}

interface Binding extends Rates {
  userId: number;
  linkCode: string;
  since: Date;
  /** Whether the order itself made it. */
  isOwn: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Attributes an order of a bound customer (docs/orders.md, "Repeated orders of customers"). The order's own click or code comes first; without one that counts,
 * the order is the bound creator's, if the store pays the creator then. Orders of the bound creator have the rate of the programme, whichever way led to them.
 * @param own the attribution by the order's own traces
 */
export async function followCustomer(db: Database, traces: Traces, own: Attributed): Promise<Attributed> {
  const { customer, orderAt } = traces;
  if (customer === null) return own;
  const { attribution } = own;
  const binding = await findBinding(db, traces, customer);
  if (attribution.by === 'none') {
    const isFollowed =
      binding !== null && !binding.isOwn && mayFollow(attribution.reason, traces, own.applied.windowDays);
    return isFollowed ? { ...own, attribution: await ofBinding(db, traces, binding) } : own;
  }
  if (binding !== null) {
    const isPaid = binding.userId === attribution.userId && (!binding.isOwn || binding.paysFirst);
    return isPaid ? { ...own, attribution: withRate(attribution, binding, binding.since, orderAt) } : own;
  }
  const rates = await findRates(db, traces, customer);
  return rates?.paysFirst ? { ...own, attribution: withRate(attribution, rates, null, orderAt) } : own;
}

/**
 * Whether an order without a trace that counts may follow its customer. A click that may still wait in a journal is waited for, and what an administrator has
 * voided is not paid by another way.
 */
function mayFollow(reason: Reason, { clickId, orderAt }: Traces, windowDays: number): boolean {
  if (reason === 'void') return false;
  return (
    reason !== 'unknown_click' || clickId === null || orderAt.getTime() - clickInstant(clickId) > windowDays * DAY_MS
  );
}

/** The binding of a customer that covers the time of an order; null: there is none, or no order with a trace supports it any more. */
async function findBinding(
  db: Database,
  { storeId, orderAt }: Traces,
  { hash, orderId }: CustomerOfOrder,
): Promise<Binding | null> {
  const at = orderAt.toISOString();
  const { rows } = await db.execute<{
    user_id: number;
    link_code: string;
    begins_at: string;
    is_own: boolean;
    programme_id: number;
    steps: Step[];
    pays_first: boolean;
  }>(sql`
    SELECT b.user_id, l.code AS link_code, b.begins_at, coalesce(b.first_order_id = ${orderId}::bigint, false) AS is_own, b.programme_id, p.steps, p.pays_first
    FROM customer_bindings b JOIN links l ON l.id = b.link_id JOIN customer_programmes p ON p.id = b.programme_id
    WHERE b.store_id = ${storeId} AND b.customer_hash = ${hash} AND b.begins_at <= ${at}
      AND (b.ends_at IS NULL OR b.ends_at > ${at}) AND (b.ended_at IS NULL OR b.ended_at > ${at})
      AND ${isSupported(sql`${orderId}::bigint`)}`);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    userId: row.user_id,
    linkCode: row.link_code,
    since: new Date(row.begins_at),
    isOwn: row.is_own,
    programmeId: row.programme_id,
    steps: row.steps,
    paysFirst: row.pays_first,
  };
}

/** The programme by which an order would bind its customer; null: it would not. `bindCustomer` decides with the same conditions. */
async function findRates(
  db: Database,
  { storeId, orderAt }: Traces,
  { hash, orderId }: CustomerOfOrder,
): Promise<Rates | null> {
  const at = sql`${orderAt.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: number; steps: Step[]; pays_first: boolean }>(sql`
    SELECT p.id, p.steps, p.pays_first FROM (${programmeAt({ storeId: sql`${storeId}`, at })}) p
    WHERE NOT EXISTS (SELECT FROM customer_bindings b WHERE b.store_id = ${storeId} AND b.customer_hash = ${hash}
      AND (b.ended_at > ${at} OR (b.ended_at IS NULL AND ${isSupported(sql`${orderId}::bigint`)})))`);
  const row = rows[0];
  return row === undefined ? null : { programmeId: row.id, steps: row.steps, paysFirst: row.pays_first };
}

/** By the terms of a General click on the link of the binding at the time of the order, at the rate of the programme. */
async function ofBinding(db: Database, { storeId, orderAt }: Traces, binding: Binding): Promise<Attribution> {
  const outcome = await termsOfLink(db, { code: binding.linkCode, atMs: orderAt.getTime() });
  if (outcome === null) return { by: 'none', reason: 'inactive' };
  if ('refusal' in outcome) return { by: 'none', reason: outcome.refusal };
  if (await belongsToStore(db, { storeId, userId: binding.userId })) return { by: 'none', reason: 'own_store' };
  return withRate({ by: 'customer' as const, ...outcome.terms }, binding, binding.since, orderAt);
}

/**
 * An attribution at the rate of the programme. It replaces the order rate, the commission rules and the fixed amount of the terms; the shares are theirs. The
 * store is billed the rate with the margin of the terms, at least that with which the programme was set, and nothing for a rate of 0.
 * @param since the begin of the binding; null: the order is to make it
 */
function withRate<Owned extends OrderTerms>(attribution: Owned, rates: Rates, since: Date | null, at: Date): Owned {
  const { step } = stepAt(rates.steps, { since: since ?? at, at });
  if (step === null) return attribution;
  const marginPpm = Math.max(attribution.invoiceCpaPpm - attribution.cpaPpm, step.margin_ppm);
  return {
    ...attribution,
    commissionRulesId: null,
    cpaPpm: step.cpa_ppm,
    invoiceCpaPpm: step.cpa_ppm === 0 ? 0 : Math.min(step.cpa_ppm + marginPpm, 1_000_000),
    fixed: null,
    customer: { programmeId: rates.programmeId, since: since ?? at, isFirst: since === null } satisfies CustomerRate,
  };
}
