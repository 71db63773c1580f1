import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import {
  belongsToStore,
  type ClickRefusal,
  findLeadingClick,
  type OrderTerms,
  termsOfLink,
} from '../../clicks/index.ts';
import type { AttributionRule } from '../../stores/index.ts';
import { SLOW_CLOCK_MS } from '../clock-tolerance.ts';
import { splitCodes } from '../reports/codes.ts';
import type { Reason } from './reasons.ts';

const DAY_MS = 86_400_000;

/** The attribution of an order, or the reason why there is none. */
export type Attribution =
  | ({ by: 'click' } & OrderTerms)
  /** `code`: the one of the reported codes that belongs to the creator, as it was reported. */
  | ({ by: 'voucher'; code: string } & OrderTerms)
  /** By a user (`attribute-by-hand.ts`). */
  | ({ by: 'manual' } & OrderTerms)
  | { by: 'none'; reason: Reason };

/** The input of an attribution. */
export interface Traces {
  storeId: number;
  /** The store's attribution window. */
  windowDays: number;
  /** The rule under which the order was first reported. */
  rule: AttributionRule;
  orderAt: Date;
  /** The click's id if its form is valid. */
  clickId: string | null;
  /** Whether the report named a click. */
  reportedClick: boolean;
  /** The reported codes, separated by commas. */
  voucherCode: string | null;
  /** When the order was first reported, if this is not the first report. A later click cannot have led to it. */
  knownSince: Date | null;
}

/**
 * Attributes an order (docs/orders.md, "Attribution"): to a click for this store within its window, by the terms of the click; otherwise to
 * the creator of the first code that belonged to one when the order was placed, by the terms of that time. With `code_first` the code of a creator comes before the click. If neither applies,
 * the reason of the click is stored.
 */
export async function attribute(db: Database, traces: Traces): Promise<Attribution> {
  const owner = await byTraces(db, traces);
  // A creator who belongs to the store earns nothing there, by click or by voucher.
  if (owner.by === 'none' || !(await belongsToStore(db, { storeId: traces.storeId, userId: owner.userId })))
    return owner;
  return nobodys('own_store');
}

async function byTraces(db: Database, traces: Traces): Promise<Attribution> {
  const { rule, voucherCode } = traces;
  const byClick = await ofClick(db, traces);
  if (voucherCode === null || (rule === 'click_first' && byClick.by === 'click')) return byClick;
  const byVoucher = await ofVoucher(db, { ...traces, codes: splitCodes(voucherCode) });
  return byVoucher.by === 'none' && traces.reportedClick ? byClick : byVoucher;
}

async function ofClick(db: Database, traces: Traces): Promise<Attribution> {
  const { clickId, orderAt, windowDays, storeId } = traces;
  if (!traces.reportedClick) return nobodys('no_click');
  const click = clickId === null ? null : await findLeadingClick(db, clickId);
  if (click === null) return nobodys('unknown_click');
  if (click.storeId !== storeId) return nobodys('other_store');
  const lastMs = Math.min(orderAt.getTime() + SLOW_CLOCK_MS, traces.knownSince?.getTime() ?? Number.POSITIVE_INFINITY);
  if (click.atMs > lastMs) return nobodys('click_after_order');
  if (orderAt.getTime() - click.atMs > windowDays * DAY_MS) return nobodys('click_too_old');
  return owed('click', click.outcome);
}

async function ofVoucher(
  db: Database,
  { storeId, codes, orderAt }: { storeId: number; codes: readonly string[]; orderAt: Date },
): Promise<Attribution> {
  const at = sql`${orderAt.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ link_code: string; code: string }>(sql`
    SELECT l.code AS link_code, n.code FROM unnest(${sql.param([...codes])}::text[]) WITH ORDINALITY AS n (code, place)
    JOIN vouchers v ON ${ownsCode({ storeId, code: sql`n.code`, at })}
    JOIN links l ON l.id = v.link_id ORDER BY n.place, v.id LIMIT 1`);
  const found = rows[0];
  const outcome =
    found === undefined ? null : await termsOfLink(db, { code: found.link_code, atMs: orderAt.getTime() });
  if (found === undefined || outcome === null) return nobodys('unknown_voucher');
  return 'refusal' in outcome ? nobodys(outcome.refusal) : { by: 'voucher', code: found.code, ...outcome.terms };
}

/** A condition over `vouchers v`: a code belonged to its creator at a time. @param at a timestamptz */
export const ownsCode = ({ storeId, code, at }: { storeId: number; code: SQL; at: SQL }): SQL =>
  sql`v.store_id = ${storeId} AND v.code_key = code_key(${code})
      AND (v.valid_from IS NULL OR v.valid_from <= ${at}) AND (v.valid_until IS NULL OR v.valid_until > ${at})`;

const owed = (by: 'click', outcome: { refusal: ClickRefusal } | { terms: OrderTerms }): Attribution =>
  'refusal' in outcome ? nobodys(outcome.refusal) : { by, ...outcome.terms };

const nobodys = (reason: Reason): Attribution => ({ by: 'none', reason });
