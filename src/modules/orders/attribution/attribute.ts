import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import {
  belongsToStore,
  type ClickRefusal,
  findLeadingClick,
  type OrderTerms,
  termsOfLink,
} from '../../clicks/index.ts';
import { CLOCK_TOLERANCE_MS } from '../clock-tolerance.ts';
import type { Reason } from './reasons.ts';

const DAY_MS = 86_400_000;

/** The attribution of an order, or the reason why there is none. */
export type Attribution = ({ by: 'click' | 'voucher' } & OrderTerms) | { by: 'none'; reason: Reason };

/** The input of an attribution. */
export interface Traces {
  storeId: number;
  /** The store's attribution window. */
  windowDays: number;
  orderAt: Date;
  /** The click's id if its form is valid. */
  clickId: string | null;
  /** Whether the report named a click. */
  reportedClick: boolean;
  voucherCode: string | null;
  /** When the order was first reported, if this is not the first report. A later click cannot have led to it. */
  knownSince: Date | null;
}

/**
 * Attributes an order (docs/orders.md, "Attribution"): to a click for this store within its window, by the terms of the click; otherwise to
 * the creator whose voucher was used, by the current terms. If neither applies, the reason of the click is stored.
 */
export async function attribute(db: Database, traces: Traces): Promise<Attribution> {
  const owner = await byTraces(db, traces);
  // A creator who belongs to the store earns nothing there, by click or by voucher.
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
