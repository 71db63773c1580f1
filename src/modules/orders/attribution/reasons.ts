import { sql } from 'drizzle-orm';
import { CLICK_REFUSALS } from '../../clicks/index.ts';

/** The reasons why an order is not attributed, as sentences. Some orders are attributed later: see `attribute-waiting.ts`. */
export const UNATTRIBUTED = {
  no_click: 'Neither a click nor a voucher was reported.',
  unknown_click: 'There is no click with the reported id, or it is not recorded yet.',
  other_store: 'The click led to another store.',
  click_too_old: 'The click is older than the store’s attribution window.',
  click_after_order: 'The click came after the order.',
  ...CLICK_REFUSALS,
  credit_limit: 'The commission exceeds what is left of the store’s credit.',
  unknown_voucher: 'No creator has this voucher at the store.',
  no_exchange_rate: 'There is no exchange rate for the order’s currency.',
  disputed: 'Reports of the order contradict each other.',
  unconfirmed: 'No report that counts has arrived.',
  value_limit: 'Its value is above the store’s maximum.',
};
export type Reason = keyof typeof UNATTRIBUTED;
export const REASONS = Object.keys(UNATTRIBUTED) as readonly Reason[];

/** The reasons why an order must be resolved by a user. Until then it is not attributed and cannot be approved. */
export const UNRESOLVED = ['disputed', 'unconfirmed', 'value_limit'] as const satisfies readonly Reason[];

/** A condition over `orders o`: a user has to resolve the order. It is the predicate of the index `orders_unresolved`. */
export const UNRESOLVED_SQL = sql.raw(
  `(o.status = 'pending' AND o.unattributed_reason IN (${UNRESOLVED.map((reason) => `'${reason}'`).join(', ')}))`,
);

/** Whether the reason requires a resolution by a user. */
export const isUnresolved = (reason: Reason | null): boolean => UNRESOLVED.some((one) => one === reason);
