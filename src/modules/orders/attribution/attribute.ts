import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import {
  belongsToStore,
  type ClickRefusal,
  findLeadingClick,
  type OrderTerms,
  type TraceOwner,
  termsOfLink,
} from '../../clicks/index.ts';
import { type RulesAtTime, readCampaignRulesAt } from '../../stores/index.ts';
import { SLOW_CLOCK_MS } from '../clock-tolerance.ts';
import type { CustomerOfOrder, CustomerRate } from '../customers/customer.ts';
import { splitCodes } from '../reports/codes.ts';
import { type AppliedRule, decide } from './precedence.ts';
import type { Reason } from './reasons.ts';

const DAY_MS = 86_400_000;

/** The attribution of an order, or the reason why there is none. */
export type Attribution =
  | ({ by: 'click' } & PaidTerms)
  /** `code`: the one of the reported codes that belongs to the creator, as it was reported. */
  | ({ by: 'voucher'; code: string } & PaidTerms)
  /** By the binding of its customer. */
  | ({ by: 'customer' } & PaidTerms)
  /** By a user (`attribute-by-hand.ts`). */
  | ({ by: 'manual' } & OrderTerms)
  | { by: 'none'; reason: Reason };

/** The terms of an order; `customer`: the programme for customers whose rate they have. */
type PaidTerms = OrderTerms & { customer?: CustomerRate };

/** The input of an attribution. */
export interface Traces {
  storeId: number;
  /** The store's rules under which the order was placed. */
  rules: RulesAtTime;
  orderAt: Date;
  /** The click's id if its form is valid. */
  clickId: string | null;
  /** Whether the report named a click. */
  reportedClick: boolean;
  /** The reported codes, separated by commas. */
  voucherCode: string | null;
  /** When the order was first reported, if this is not the first report. A later click cannot have led to it. */
  knownSince: Date | null;
  /** The window of its kind; null: that of the campaign, otherwise the store's. */
  ownWindowDays: number | null;
  /** Null: the order has none, or is an event, which follows no customer. */
  customer: CustomerOfOrder | null;
}

/** The rules under which an order was placed, as they are stored with it. */
export interface OrderRulesApplied {
  /** The version of the store's rules; null: they have never changed. */
  storeRulesId: number | null;
  /** The version of the campaign's rules that decided between a click and a code; null: the store's did. */
  campaignRulesId: number | null;
  /** The rule that decided. */
  rule: AppliedRule;
  /** The window that applied to the click. */
  windowDays: number;
}

/** An attribution with the rules by which it was made. */
export interface Attributed {
  attribution: Attribution;
  applied: OrderRulesApplied;
}

/**
 * Attributes an order (docs/orders.md, "Attribution"): to a click for this store within its window, by the terms of the click, or to the creator of the first
 * code that belonged to one when the order was placed, by the terms of that time. If both exist, `decide` chooses. A creator who belongs to the store earns
 * nothing there, by click or by voucher. If neither applies, the reason of the click is stored.
 */
export async function attribute(db: Database, traces: Traces): Promise<Attributed> {
  const { rules, voucherCode, storeId, orderAt } = traces;
  const found = await ofClick(db, traces);
  const byClick = await mayEarn(db, storeId, found.attribution);
  const byCode =
    voucherCode === null ? null : await ofVoucher(db, { storeId, orderAt, codes: splitCodes(voucherCode) });
  const byVoucher = byCode === null ? null : await mayEarn(db, storeId, byCode.attribution);
  const click = ownerOf(byClick);
  const owner = byVoucher === null ? null : ownerOf(byVoucher);
  const code = owner === null ? null : { ...owner, isExclusive: byCode!.isExclusive };
  const ids = [click, code].map((one) => one?.campaignId ?? null);
  const campaigns = rules.hasCampaignRules ? await readCampaignRulesAt(db, { storeId, ids, at: orderAt }) : new Map();
  const { winner, ...decision } = decide({ store: rules, campaigns }, { click, code });
  const reason = byVoucher === null || traces.reportedClick ? byClick : byVoucher;
  return {
    attribution: winner === 'click' ? byClick : winner === 'code' ? byVoucher! : reason,
    applied: { storeRulesId: rules.versionId, windowDays: found.windowDays, ...decision },
  };
}

const ownerOf = (attribution: Attribution): TraceOwner | null => (attribution.by === 'none' ? null : attribution);

async function mayEarn(db: Database, storeId: number, attribution: Attribution): Promise<Attribution> {
  if (attribution.by === 'none') return attribution;
  return (await belongsToStore(db, { storeId, userId: attribution.userId })) ? nobodys('own_store') : attribution;
}

/** @returns the attribution to the click, and the window that applied: that of the campaign by whose terms the click was priced, otherwise the store's */
async function ofClick(db: Database, traces: Traces): Promise<{ attribution: Attribution; windowDays: number }> {
  const { clickId, orderAt, rules, storeId } = traces;
  const none = (reason: Reason, windowDays = traces.ownWindowDays ?? rules.windowDays) => ({
    attribution: nobodys(reason),
    windowDays,
  });
  if (!traces.reportedClick) return none('no_click');
  const click = clickId === null ? null : await findLeadingClick(db, clickId);
  if (click === null) return none('unknown_click');
  if (click.storeId !== storeId) return none('other_store');
  const lastMs = Math.min(orderAt.getTime() + SLOW_CLOCK_MS, traces.knownSince?.getTime() ?? Number.POSITIVE_INFINITY);
  if (click.atMs > lastMs) return none('click_after_order');
  const { outcome } = click;
  const campaignId = 'terms' in outcome ? outcome.terms.campaignId : null;
  const campaigns = await readCampaignRulesAt(db, { storeId, ids: [campaignId], at: orderAt });
  const windowDays = traces.ownWindowDays ?? campaigns.get(campaignId ?? 0)?.windowDays ?? rules.windowDays;
  if (orderAt.getTime() - click.atMs > windowDays * DAY_MS) return none('click_too_old', windowDays);
  return { attribution: owed('click', outcome), windowDays };
}

/** @returns the attribution to the first exclusive code of a creator, otherwise to the first code of one, and whether it is exclusive */
async function ofVoucher(
  db: Database,
  { storeId, codes, orderAt }: { storeId: number; codes: readonly string[]; orderAt: Date },
): Promise<{ attribution: Attribution; isExclusive: boolean }> {
  const at = sql`${orderAt.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ link_code: string; code: string; exclusive: boolean }>(sql`
    SELECT l.code AS link_code, n.code, v.exclusive FROM unnest(${sql.param([...codes])}::text[]) WITH ORDINALITY AS n (code, place)
    JOIN vouchers v ON ${ownsCode({ storeId, code: sql`n.code`, at })}
    JOIN links l ON l.id = v.link_id ORDER BY ${FIRST_CODE} LIMIT 1`);
  const found = rows[0];
  const outcome =
    found === undefined ? null : await termsOfLink(db, { code: found.link_code, atMs: orderAt.getTime() });
  if (found === undefined || outcome === null) return { attribution: nobodys('unknown_voucher'), isExclusive: false };
  const attribution: Attribution =
    'refusal' in outcome ? nobodys(outcome.refusal) : { by: 'voucher', code: found.code, ...outcome.terms };
  return { attribution, isExclusive: found.exclusive };
}

/** The order of reported codes `n` with their `vouchers v`: exclusive ones first, then in the sequence in which they were reported. */
export const FIRST_CODE: SQL = sql`v.exclusive DESC, n.place, v.id`;

/** A condition over `vouchers v`: a code belonged to its creator at a time. @param at a timestamptz */
export const ownsCode = ({ storeId, code, at }: { storeId: number | SQL; code: SQL; at: SQL }): SQL =>
  sql`v.store_id = ${storeId} AND v.code_key = code_key(${code})
      AND (v.valid_from IS NULL OR v.valid_from <= ${at}) AND (v.valid_until IS NULL OR v.valid_until > ${at})`;

const owed = (by: 'click', outcome: { refusal: ClickRefusal } | { terms: OrderTerms }): Attribution =>
  'refusal' in outcome ? nobodys(outcome.refusal) : { by, ...outcome.terms };

const nobodys = (reason: Reason): Attribution => ({ by: 'none', reason });
