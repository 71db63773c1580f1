import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';

/** Maximum number of revenue tiers shown for an agency. */
export const MAX_TIERS = 1000;

/**
 * An agency with its market and its tiers. Shares, settings and mails are shown only to those who may know them (`mayKnowShare`).
 */
export type StoreAgencyRow = {
  id: number;
  agency_id: string;
  name: string;
  created_at: string;
  updated_at: string;
  own_payment_system: boolean;
  config: object;
  user_mail_config: Record<string, unknown>;
  feed: string | null;
  locale: string | null;
  revenue_model: string;
  /** A fraction of one in decimals, as `0.15`. */
  agency_share: string;
  default_revenue_tier_id: number | null;
  default_verified_users: boolean;
  store_group: {
    id: number;
    name: string;
    marketplace: boolean;
    key: string;
    locale: string;
    language: string;
    currency: string;
    payment_limit_minor: number;
  };
  revenue_tiers: { id: number; name: string }[];
};

export interface StoreAgencyFilters {
  storeId: number;
  /** Part of the agency's name, ignoring letter case. */
  query?: string | undefined;
  /** A store group (market). Members of a store see only the agencies of the store's own market. */
  group?: number | undefined;
  page: PageRequest;
}

const COLUMNS = sql`c.id, c.client_id AS agency_id, c.name, c.created_at, c.updated_at, c.own_payment_system, c.config, c.user_mail_config, c.feed,
  c.locale, c.revenue_model, trim_scale(c.agency_share)::text AS agency_share, c.default_revenue_tier_id, c.default_verified_users,
  json_build_object('id', g.id, 'name', g.name, 'marketplace', g.marketplace, 'key', g.key, 'locale', g.locale,
    'language', g.language, 'currency', g.currency, 'payment_limit_minor', g.payment_limit_minor) AS store_group,
  ARRAY (SELECT json_build_object('id', t.id, 'name', t.name) FROM revenue_tiers t WHERE t.agency_id = c.id
    ORDER BY t.id LIMIT ${MAX_TIERS}) AS revenue_tiers`;

/** Lists the agencies that a store can target with its campaigns, which are those of its market, by name. */
export function listStoreAgencies(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { storeId, query = '', group, page }: StoreAgencyFilters,
): Promise<Page<StoreAgencyRow>> {
  const ownMarket = sql`c.store_group_id = (SELECT s.store_group_id FROM stores s WHERE s.id = ${storeId})`;
  const conditions: SQL[] = [];
  if (group !== undefined) conditions.push(sql`c.store_group_id = ${group}`);
  if (group === undefined || !actor.isAdmin) conditions.push(ownMarket);
  if (query !== '') conditions.push(sql`c.name ILIKE ${containing(query)}`);
  return readPage<StoreAgencyRow>(
    db,
    {
      columns: COLUMNS,
      from: sql`agencies c JOIN store_groups g ON g.id = c.store_group_id WHERE ${sql.join(conditions, sql` AND `)}`,
      order: sql`c.name, c.id`,
    },
    page,
  );
}
