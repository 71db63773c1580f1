import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PRODUCT_COLUMNS, type Product, type ProductRow, productOf } from './product.ts';

/** `price_drop`: it costs less than before. `gone`: the store's feed no longer lists it, so the link may be dead. */
export const ALERT_KINDS = ['price_drop', 'gone'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The number of days for which a change is reported. */
const ALERT_DAYS = 30;
const DAY_MS = 86_400_000;

/** A change of a product to which a creator has a link. */
export interface ProductAlert {
  kind: AlertKind;
  at: Date;
  link: { id: number; code: string };
  product: Product;
  /** The price before the drop; null for other kinds. */
  previousMinor: number | null;
}

type AlertRow = ProductRow & {
  kind: AlertKind;
  at: string;
  link_id: number;
  link_code: string;
  previous_minor: number | null;
};

/**
 * Lists products to which a creator links and that have become cheaper or are gone in the last 30 days, latest first. If several
 * variants share a URL, there is no alert while one of them remains. Removing a feed causes no alerts.
 */
export async function listAlerts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { userId, kind, page }: { userId: number; kind?: AlertKind | undefined; page: PageRequest },
): Promise<Page<ProductAlert>> {
  const since = new Date(now().getTime() - ALERT_DAYS * DAY_MS).toISOString();
  const { items, total } = await readPage<AlertRow>(
    db,
    {
      columns: sql`a.*`,
      from: sql`(
        SELECT ${PRODUCT_COLUMNS}, l.id AS link_id, l.code AS link_code,
          CASE WHEN p.gone_at IS NULL THEN 'price_drop' ELSE 'gone' END AS kind,
          coalesce(p.gone_at, p.price_changed_at) AS at,
          CASE WHEN p.gone_at IS NULL THEN p.previous_minor END AS previous_minor
        FROM links l JOIN products p ON p.store_id = l.store_id AND p.url_hash = l.url_hash
          JOIN product_feeds f ON f.store_id = p.store_id JOIN stores s ON s.id = p.store_id
        WHERE l.user_id = ${userId} AND s.deleted_at IS NULL AND CASE WHEN p.gone_at IS NULL
          THEN p.current_minor < p.previous_minor AND p.price_changed_at > l.created_at AND p.price_changed_at > ${since}
          ELSE p.gone_at > ${since} AND NOT EXISTS (
            SELECT FROM products o WHERE o.store_id = p.store_id AND o.url_hash = p.url_hash AND o.gone_at IS NULL) END
      ) a ${kind === undefined ? sql`` : sql`WHERE a.kind = ${kind}`}`,
      order: sql`a.at DESC, a.link_id, a.id`,
    },
    page,
  );
  return { items: items.map(alertOf), total };
}

const alertOf = (row: AlertRow): ProductAlert => ({
  kind: row.kind,
  at: new Date(row.at),
  link: { id: row.link_id, code: row.link_code },
  product: productOf(row),
  previousMinor: row.previous_minor,
});
