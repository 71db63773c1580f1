import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { fromDecimalString, toDecimalString } from '../../../platform/money.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import type { CollectorName } from './collector.ts';
import { type AttributionRule, changeInVersions } from './order-rule-versions.ts';

/** A store's rules for reports of its orders. */
export interface OrderRules {
  /** Ways whose reports lead to commission. */
  countedWays: CollectorName[];
  /** Whether reports of pages count only with a signature. */
  signatureRequired: boolean;
  /** The maximum value of an order that leads to commission, in minor units of `currency`. */
  maxOrderMinor: number;
  attributionRule: AttributionRule;
  /** The days after which an undecided order is approved by itself; null: it waits for a decision. */
  approvalDays: number | null;
  /** How long after a click an order is attributed to it. It is set separately (`attribution-window.ts`). */
  windowDays: number;
  /** ISO 4217; the store's. */
  currency: string;
  /** The valid signing secrets, newest first. */
  secrets: { createdAt: Date; validUntil: Date | null }[];
}

/** Omitted fields are unchanged. */
export interface OrderRuleChanges {
  countedWays?: readonly CollectorName[] | undefined;
  signatureRequired?: boolean | undefined;
  maxOrderValue?: { amount: string; currency: string } | undefined;
  attributionRule?: AttributionRule | undefined;
  approvalDays?: number | null | undefined;
}

/** The most days after which a store may let its orders be approved by themselves. */
export const MAX_APPROVAL_DAYS = 90;

/** The days after which the orders of a new store are approved by themselves. */
const FIRST_APPROVAL_DAYS = 30;

/** The rule of a new store. @param max the operator's maximum; null: none */
export const firstApprovalDays = (max: number | null): number =>
  Math.min(FIRST_APPROVAL_DAYS, max ?? MAX_APPROVAL_DAYS);

/** The highest maximum that members may set, in minor units. An administrator may set any amount that the database can add up. */
const MAX_ORDER_MINOR = { members: 1e8, administrators: 1e11 };

/**
 * Columns of a store's rules, for `stores s LEFT JOIN order_rules r ON r.store_id = s.id`. A store without a row has the defaults of the
 * table's columns.
 */
export const ORDER_RULE_COLUMNS: SQL = sql`
  coalesce(r.counted_ways, '{sales_pixel,shop_plugin,server}') AS counted_ways, coalesce(r.signature_required, false) AS signature_required,
  coalesce(r.max_order_minor, 100000000) AS max_order_minor, coalesce(r.attribution, 'click_first') AS attribution_rule,
  r.approval_days`;

/** A row of `ORDER_RULE_COLUMNS`. */
export type OrderRuleRow = {
  counted_ways: CollectorName[];
  signature_required: boolean;
  max_order_minor: number;
  attribution_rule: AttributionRule;
  approval_days: number | null;
};

/** Reads a store's rules for reports. @throws NotFound when there is no such store */
export async function readOrderRules(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId }: { storeId: number },
): Promise<OrderRules> {
  const { rows } = await db.execute<OrderRuleRow & { currency: string; window_days: number }>(sql`
    SELECT s.currency, s.attribution_window_days AS window_days, ${ORDER_RULE_COLUMNS} FROM stores s LEFT JOIN order_rules r ON r.store_id = s.id WHERE s.id = ${storeId}`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('store');
  return {
    countedWays: row.counted_ways,
    signatureRequired: row.signature_required,
    maxOrderMinor: row.max_order_minor,
    attributionRule: row.attribution_rule,
    approvalDays: row.approval_days,
    windowDays: row.window_days,
    currency: row.currency,
    secrets: await readSecrets(db, { storeId, at: now() }),
  };
}

async function readSecrets(
  db: Database,
  { storeId, at }: { storeId: number; at: Date },
): Promise<OrderRules['secrets']> {
  const { rows } = await db.execute<{ created_at: string; valid_until: string | null }>(sql`
    SELECT created_at, valid_until FROM order_signing_secrets
    WHERE store_id = ${storeId} AND (valid_until IS NULL OR valid_until > ${at.toISOString()}) ORDER BY id DESC`);
  return rows.map((row) => ({
    createdAt: new Date(row.created_at),
    validUntil: row.valid_until === null ? null : new Date(row.valid_until),
  }));
}

/**
 * Changes a store's rules for its orders, as a new version. They apply to orders that are placed from now on; an introduced or shortened approval period also applies to
 * undecided orders, after a notice (`order_deadline.sql`).
 * @param maxApprovalDays the operator's maximum of `approvalDays`; null: none
 * @throws NotFound when there is no such store; InvalidInput naming `max_order_value` or `approval_days`; RuleRefused `no_signing_secret`
 */
export async function changeOrderRules(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { maxApprovalDays }: { maxApprovalDays: number | null },
  { storeId, ...changes }: { storeId: number } & OrderRuleChanges,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    if (rowCount !== 1) throw new NotFound('store');
    const before = await readOrderRules({ ...ctx, db: tx }, { storeId });
    const after = {
      counted_ways: [...new Set(changes.countedWays ?? before.countedWays)],
      signature_required: changes.signatureRequired ?? before.signatureRequired,
      max_order_minor: maxMinor(changes.maxOrderValue, before, ctx.actor.isAdmin),
      attribution: changes.attributionRule ?? before.attributionRule,
      approval_days: approvalDays(changes.approvalDays, before, maxApprovalDays),
    };
    if (after.signature_required && before.secrets.length === 0)
      throw new RuleRefused('no_signing_secret', 'The store has no signing secret yet. Create one first.');
    const at = ctx.now().toISOString();
    await changeInVersions({ ...ctx, db: tx }, { storeId, campaignId: null }, () =>
      tx.execute(sql`
      INSERT INTO order_rules (store_id, counted_ways, signature_required, max_order_minor, attribution, approval_days, updated_at)
      VALUES (${storeId}, ${sql.param(after.counted_ways)}::text[], ${after.signature_required}, ${after.max_order_minor},
        ${after.attribution}, ${after.approval_days}, ${at})
      ON CONFLICT (store_id) DO UPDATE SET counted_ways = excluded.counted_ways, signature_required = excluded.signature_required,
        max_order_minor = excluded.max_order_minor, attribution = excluded.attribution, approval_days = excluded.approval_days,
        updated_at = excluded.updated_at`),
    );
    const {
      countedWays: counted_ways,
      signatureRequired: signature_required,
      maxOrderMinor: max_order_minor,
      attributionRule: attribution,
      approvalDays: approval_days,
    } = before;
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.order_rules_changed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { before: { counted_ways, signature_required, max_order_minor, attribution, approval_days }, after },
    });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

/** Without an operator's maximum, orders may also wait for a decision (null). A value that applies already may be sent back. */
function approvalDays(wanted: number | null | undefined, before: OrderRules, max: number | null): number | null {
  if (wanted === undefined || wanted === before.approvalDays) return before.approvalDays;
  if (max === null || (wanted !== null && wanted <= max)) return wanted;
  throw new InvalidInput({ approval_days: [`must be from 1 to ${max}, the maximum of this marketplace`] });
}

function maxMinor(
  wanted: { amount: string; currency: string } | undefined,
  { maxOrderMinor, currency }: OrderRules,
  isAdmin: boolean,
): number {
  if (wanted === undefined) return maxOrderMinor;
  if (wanted.currency !== currency)
    throw new InvalidInput({ 'max_order_value.currency': [`must be ${currency}, the store’s`] });
  const minor = fromDecimalString(wanted.amount, currency);
  // A member may send back a value that an administrator has permitted.
  const max = isAdmin ? MAX_ORDER_MINOR.administrators : Math.max(MAX_ORDER_MINOR.members, maxOrderMinor);
  if (minor >= 1 && minor <= max) return minor;
  const words = toDecimalString({ minor: max, currency });
  throw new InvalidInput({ 'max_order_value.amount': [`must be more than 0 and at most ${words} ${currency}`] });
}
