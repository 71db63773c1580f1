import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { CollectorName } from '../tracking/collector.ts';

/** The integration of a store: how its pages receive click ids, and whether it reports orders. */
export type Connection = {
  id: number;
  name: string;
  tracking_key: string;
  domains: string[];
  /** The ways by which orders were reported, with the time of the last report. */
  collectors: { collector: CollectorName; last_seen_at: string }[];
};

/** Maximum number of listed domains of a store. */
export const MAX_DOMAINS = 50;

/** Lists the caller's stores by name; for an administrator, all stores. */
export function listConnections(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { storeId, page }: { storeId?: number | undefined; page: PageRequest },
): Promise<Page<Connection>> {
  const own = actor.isAdmin ? sql`true` : sql`s.id = ANY (${sql.param([...actor.storeIds])}::bigint[])`;
  const chosen = storeId === undefined ? sql`` : sql`AND s.id = ${storeId}`;
  return readPage<Connection>(
    db,
    {
      columns: sql`s.id, s.name, s.tracking_key,
        ARRAY (SELECT d.host FROM store_domains d WHERE d.store_id = s.id ORDER BY d.id LIMIT ${MAX_DOMAINS}) AS domains,
        ARRAY (SELECT json_build_object('collector', c.collector, 'last_seen_at', c.last_seen_at) FROM order_collectors c
          WHERE c.store_id = s.id AND c.last_seen_at IS NOT NULL ORDER BY c.collector) AS collectors`,
      from: sql`stores s WHERE s.deleted_at IS NULL AND ${own} ${chosen}`,
      order: sql`s.name, s.id`,
    },
    page,
  );
}
