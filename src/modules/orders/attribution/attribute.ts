import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import {
  belongsToStore,
  type ClickRefusal,
  findLeadingClick,
  type OrderTerms,
  termsOfLink,
} from '../../clicks/index.ts';

const DAY_MS = 86_400_000;
/** A store's clock may be behind ours by this much: an order just before its click is one after it. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Why an order is nobody's. What waits may still be found: see `attribute-waiting.ts`. */
export const REASONS = [
  'no_click',
  'unknown_click',
  'other_store',
  'click_too_old',
  'click_after_order',
  'bot',
  'blocked',
  'inactive',
  'embedded',
  'store_pending',
  'credit_limit',
  'void',
  'unknown_voucher',
  'no_exchange_rate',
  'own_store',
  'disputed',
  'unconfirmed',
  'value_limit',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why an order waits for a person: while it does, it is nobody's and cannot be approved. */
export const UNRESOLVED = ['disputed', 'unconfirmed', 'value_limit'] as const satisfies readonly Reason[];

/** Whether an order waits for a person for this reason. */
export const isUnresolved = (reason: Reason | null): boolean => UNRESOLVED.some((one) => one === reason);

/** How an order came to be a creator's, or why it did not. */
export type Attribution = ({ by: 'click' | 'voucher' } & OrderTerms) | { by: 'none'; reason: Reason };

/** What is known of how a shopper came. */
export interface Traces {
  storeId: number;
  /** How long after a click an order counts for it. */
  windowDays: number;
  orderAt: Date;
  /** A click's id, if it has the form of one. */
  clickId: string | null;
  /** Whether anything was told as a click's id. */
  reportedClick: boolean;
  voucherCode: string | null;
  /** Since when we know of the order, if from before: a click that came later did not lead to it. */
  knownSince: Date | null;
}

/**
 * Whose an order is (docs/domain.md, "Orders"): of a click of this store's within its window, by the terms that the click had; else of
 * the creator whose voucher was used, by the terms that hold now. The reason of the click is the one that is kept.
 */
export async function attribute(db: Database, traces: Traces): Promise<Attribution> {
  const owner = await byTraces(db, traces);
  // Whoever belongs to the store earns nothing at it, by click or voucher.
  if (owner.by === 'none' || !(await belongsToStore(db, { storeId: traces.storeId, userId: owner.userId })))
    return owner;
  return nobodys('own_store');
}

async function byTraces(db: Database, traces: Traces): Promise<Attribution> {
  const byClick = await ofClick(db, traces);
  if (byClick.by === 'click' || traces.voucherCode === null) return byClick;
  const byVoucher = await ofVoucher(db, traces.storeId, traces.voucherCode, traces.orderAt);
  return byVoucher.by === 'none' && traces.reportedClick ? byClick : byVoucher;
}

async function ofClick(db: Database, traces: Traces): Promise<Attribution> {
  const { clickId, orderAt, windowDays, storeId } = traces;
  if (!traces.reportedClick) return nobodys('no_click');
  const click = clickId === null ? null : await findLeadingClick(db, clickId);
  if (click === null) return nobodys('unknown_click');
  if (click.storeId !== storeId) return nobodys('other_store');
  const lastMs = Math.min(
    orderAt.getTime() + CLOCK_TOLERANCE_MS,
    traces.knownSince?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  if (click.atMs > lastMs) return nobodys('click_after_order');
  if (orderAt.getTime() - click.atMs > windowDays * DAY_MS) return nobodys('click_too_old');
  return owed('click', click.outcome);
}

async function ofVoucher(db: Database, storeId: number, code: string, orderAt: Date): Promise<Attribution> {
  const { rows } = await db.execute<{ code: string }>(sql`
    SELECT l.code FROM vouchers v JOIN links l ON l.id = v.link_id WHERE v.store_id = ${storeId} AND lower(v.code) = lower(${code})`);
  const outcome = rows[0] === undefined ? null : await termsOfLink(db, { code: rows[0].code, atMs: orderAt.getTime() });
  return outcome === null ? nobodys('unknown_voucher') : owed('voucher', outcome);
}

const owed = (by: 'click' | 'voucher', outcome: { refusal: ClickRefusal } | { terms: OrderTerms }): Attribution =>
  'refusal' in outcome ? nobodys(outcome.refusal) : { by, ...outcome.terms };

const nobodys = (reason: Reason): Attribution => ({ by: 'none', reason });
