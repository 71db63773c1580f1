import { type SQL, sql } from 'drizzle-orm';
import { parsePathId } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { containing } from '../../../platform/text-search.ts';
import { UNRESOLVED_SQL } from '../../orders/index.ts';

/** A store as administrators list it. */
export interface StoreBalance {
  id: number;
  name: string;
  domains: string[];
  storeGroup: { id: number; name: string };
  country: string;
  currency: string;
  hidden: boolean;
  approval: (typeof SHOP_APPROVALS)[number];
  /** For a store that waits for approval: stores with similar names. */
  similarStores: { id: number; name: string }[];
  /** Domains that are neither proven nor accepted; the first five. */
  unprovenDomains: string[];
  deactivatedAt: string | null;
  /** When the store last reported an order, by any way. */
  lastSeenAt: string | null;
  /** Whether a payment method is set up, also if none is required. */
  hasPaymentSetup: boolean;
  members: number;
  createdAt: string;
}

export const SHOP_STATES = ['open', 'hidden', 'deactivated', 'incomplete', 'disputed'] as const;
export const SHOP_APPROVALS = ['pending', 'approved', 'rejected'] as const;

export interface StoreRequest {
  query?: string | undefined;
  state?: (typeof SHOP_STATES)[number] | undefined;
  approval?: (typeof SHOP_APPROVALS)[number] | undefined;
  storeGroupId?: number | undefined;
  /** Result of `requiresPaymentSetup`. */
  isSetupRequired: boolean;
  sort?: SortOf<typeof SHOP_ORDER>;
  page: PageRequest;
}

const LAST_SEEN = sql`(SELECT max(o.last_seen_at) FROM order_collectors o WHERE o.store_id = s.id)`;

/** Whether stores have to set up a payment method: not if all pay by invoice. */
export const requiresPaymentSetup = ({ name }: PaymentProvider): boolean => name !== 'manual';

/**
 * A condition over `stores s`: the store lacks a payment set-up.
 * @param isRequired as `requiresPaymentSetup` determines it
 */
export const lacksPaymentSetup = (isRequired: boolean): SQL =>
  isRequired
    ? sql`NOT EXISTS (SELECT FROM payment_setups p WHERE p.store_id = s.id AND p.setup_id IS NOT NULL)`
    : sql`false`;

/** A condition over `stores s`: the store has reported no order yet or lacks a payment set-up. */
export const isIncomplete = (isSetupRequired: boolean): SQL =>
  sql`(${LAST_SEEN} IS NULL OR ${lacksPaymentSetup(isSetupRequired)})`;

const statesFor = (isSetupRequired: boolean): Record<(typeof SHOP_STATES)[number], SQL> => ({
  open: sql`s.deactivated_at IS NULL AND NOT s.hidden AND s.approval = 'approved'`,
  hidden: sql`s.deactivated_at IS NULL AND s.hidden`,
  deactivated: sql`s.deactivated_at IS NOT NULL`,
  incomplete: sql`s.deactivated_at IS NULL AND ${isIncomplete(isSetupRequired)}`,
  disputed: sql`EXISTS (SELECT FROM orders o WHERE o.store_id = s.id AND ${UNRESOLVED_SQL})`,
});

/** The orders of the list. */
export const SHOP_ORDER = listOrder(
  { id: sql`s.id`, name: sql`lower(s.name)`, created_at: sql`s.created_at` },
  { tie: [sql`s.id`], usual: sql`s.id` },
);

/** Lists all stores that are not deleted, with the state of their setup. */
export function listStoreBalances(
  { db }: Pick<Context, 'db'>,
  { query, state, approval, storeGroupId, isSetupRequired, sort, page }: StoreRequest,
): Promise<Page<StoreBalance>> {
  const conditions = [sql`s.deleted_at IS NULL`];
  if (query !== undefined)
    conditions.push(sql`(s.id = ${parsePathId(query)} OR s.name ILIKE ${containing(query)}
      OR EXISTS (SELECT FROM store_domains d WHERE d.store_id = s.id AND d.host ILIKE ${containing(query)}))`);
  if (state !== undefined) conditions.push(statesFor(isSetupRequired)[state]);
  if (approval !== undefined) conditions.push(sql`s.approval = ${approval}`);
  if (storeGroupId !== undefined) conditions.push(sql`s.store_group_id = ${storeGroupId}`);
  return readPage<StoreBalance & Record<string, unknown>>(
    db,
    {
      columns: sql`s.id, s.name, s.country, s.currency, s.hidden, s.approval, s.deactivated_at AS "deactivatedAt", s.created_at AS "createdAt",
        ARRAY (SELECT host FROM store_domains d WHERE d.store_id = s.id ORDER BY d.id LIMIT 5) AS domains,
        ARRAY (SELECT host FROM store_domains d WHERE d.store_id = s.id AND d.standing = 'unproven' ORDER BY d.id LIMIT 5) AS "unprovenDomains",
        CASE WHEN s.approval = 'pending' THEN (SELECT coalesce(jsonb_agg(to_jsonb(o)), '[]') FROM similar_stores(s.id) o) ELSE '[]' END AS "similarStores",
        (SELECT jsonb_build_object('id', g.id, 'name', g.name) FROM store_groups g WHERE g.id = s.store_group_id) AS "storeGroup",
        ${LAST_SEEN} AS "lastSeenAt", NOT ${lacksPaymentSetup(isSetupRequired)} AS "hasPaymentSetup",
        (SELECT count(*) FROM store_members m WHERE m.store_id = s.id) AS members`,
      from: sql`stores s WHERE ${sql.join(conditions, sql` AND `)}`,
      order: SHOP_ORDER.by(sort),
    },
    page,
  );
}
