import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { MAX_CATEGORIES_OF_STORE } from './categories.ts';
import { MAX_DOMAINS } from './claim-domains.ts';
import { type OwnPrices, readOwnPrices } from './own-prices.ts';

/** Everything that the unversioned record of a store is made of. */
export interface StoreRecord {
  store: StoreRow;
  prices: OwnPrices;
  domains: DomainRow[];
  categories: { id: number; name: string }[];
}

type StoreRow = {
  id: number;
  name: string;
  currency: string;
  language: string;
  locale: string;
  url: string | null;
  logo_key: string | null;
  logo_url: string | null;
  hidden: boolean;
  feed_provider: string | null;
  program_id: string | null;
  feed: boolean;
  autoupdate: boolean;
  deeplinkable: boolean;
  direct_link: string | null;
  metainfo: string | null;
  provider_account_id: string | null;
  number_of_products: number;
  last_correct_sync: string | null;
  earnings_return_rate: number | null;
  service_invoicing: boolean;
  created_at: string;
  updated_at: string;
  deactivated_at: string | null;
  deleted_at: string | null;
};

type DomainRow = { id: number; host: string; start_url: string | null; created_at: string; updated_at: string };

/** Reads a store with its own prices, domains and categories. @throws NotFound when there is no such store */
export async function readStoreRecord({ db }: Pick<Context, 'db'>, id: number): Promise<StoreRecord> {
  const stores = await db.execute<StoreRow>(sql`
    SELECT id, name, currency, language, locale, url, logo_key, logo_url, hidden, feed_provider, program_id, feed, autoupdate,
      deeplinkable, direct_link, metainfo, provider_account_id, number_of_products, last_correct_sync,
      earnings_return_rate::float8 AS earnings_return_rate, service_invoicing, created_at, updated_at, deactivated_at, deleted_at
    FROM stores WHERE id = ${id}`);
  const store = stores.rows[0];
  if (store === undefined) throw new NotFound('store');
  const domains = await db.execute<DomainRow>(sql`
    SELECT id, host, start_url, created_at, updated_at FROM store_domains
    WHERE store_id = ${id} ORDER BY id LIMIT ${MAX_DOMAINS}`);
  const categories = await db.execute<{ id: number; name: string }>(sql`
    SELECT c.id, c.name FROM store_categories sc JOIN categories c ON c.id = sc.category_id
    WHERE sc.store_id = ${id} ORDER BY c.name, c.id LIMIT ${MAX_CATEGORIES_OF_STORE}`);
  return {
    store,
    prices: await readOwnPrices(db, { storeId: id }),
    domains: domains.rows,
    categories: categories.rows,
  };
}
