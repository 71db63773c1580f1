import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import type { KeptOf } from '../../../platform/record-fields/field.ts';
import { columnList, fromRow } from '../../../platform/record-fields/records.ts';
import { MAX_CATEGORIES_OF_STORE } from './categories.ts';
import { MAX_DOMAINS } from './claim-domains.ts';
import { STORE_FIELDS } from './fields.ts';
import { type OwnPrices, readOwnPrices } from './own-prices.ts';

/** The data of the unversioned record of a store. */
export interface StoreRecord {
  store: Store;
  prices: OwnPrices;
  domains: DomainRow[];
  categories: { id: number; name: string }[];
}

/** The plain fields, the logo, and whether the store is active. */
interface Store extends KeptOf<typeof STORE_FIELDS> {
  id: number;
  /** Key of its logo in the file storage. */
  logoKey: string | null;
  /** Address of a logo that is stored elsewhere. */
  logoUrl: string | null;
  isActive: boolean;
}

/** The columns besides those of `STORE_FIELDS`. */
interface StoreRow extends Record<string, unknown> {
  id: number;
  logo_key: string | null;
  logo_url: string | null;
  is_active: boolean;
}

type DomainRow = { id: number; host: string; start_url: string | null; created_at: string; updated_at: string };

/** Reads a store with its own prices, domains and categories. @throws NotFound when there is no such store */
export async function readStoreRecord({ db }: Pick<Context, 'db'>, id: number): Promise<StoreRecord> {
  const stores = await db.execute<StoreRow>(sql`
    SELECT ${columnList(STORE_FIELDS, 's')}, s.id, s.logo_key, s.logo_url, s.deactivated_at IS NULL AS is_active
    FROM stores s WHERE s.id = ${id}`);
  const row = stores.rows[0];
  if (row === undefined) throw new NotFound('store');
  const store = {
    ...fromRow(STORE_FIELDS, row),
    id: row.id,
    logoKey: row.logo_key,
    logoUrl: row.logo_url,
    isActive: row.is_active,
  };
  const domains = await db.execute<DomainRow>(sql`
    SELECT id, host, start_url, created_at, updated_at FROM store_domains
    WHERE store_id = ${id} ORDER BY id LIMIT ${MAX_DOMAINS}`);
  const categories = await db.execute<{ id: number; name: string }>(sql`
    SELECT c.id, c.name FROM store_categories sc JOIN categories c ON c.id = sc.category_id
    WHERE sc.store_id = ${id} ORDER BY c.name, c.id LIMIT ${MAX_CATEGORIES_OF_STORE}`);
  return {
    store,
    prices: await readOwnPrices(db, id),
    domains: domains.rows,
    categories: categories.rows,
  };
}
