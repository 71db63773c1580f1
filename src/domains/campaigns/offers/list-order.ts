import { type SQL, sql } from 'drizzle-orm';

export const OFFER_SORT_COLUMNS = [
  'id',
  'campaign_title',
  'name',
  'type',
  'status',
  'store_id',
  'created_at',
  'valid_from',
  'valid_until',
  'priority',
] as const;
export const OFFER_CUSTOM_SORTS = ['ends_soon', 'active_first'] as const;

export interface OfferOrder {
  /** Goes before `sort`, which orders what is alike. */
  custom?: (typeof OFFER_CUSTOM_SORTS)[number] | undefined;
  /** Newest first unless it says otherwise. */
  sort?: { column: (typeof OFFER_SORT_COLUMNS)[number]; direction: 'asc' | 'desc' } | undefined;
}

/** An offer without dates has always held, and always will. Its title is what its record shows. */
const COLUMNS: Record<(typeof OFFER_SORT_COLUMNS)[number], (at: SQL) => SQL> = {
  id: () => sql`o.id`,
  campaign_title: () => sql`coalesce(nullif(o.campaign_title, ''), o.name)`,
  name: () => sql`o.name`,
  type: () => sql`o.type`,
  status: (at) => sql`offer_status(o, ${at})`,
  store_id: () => sql`o.store_id`,
  created_at: () => sql`o.created_at`,
  valid_from: () => sql`coalesce(o.valid_from, '-infinity')`,
  valid_until: () => sql`coalesce(o.valid_until, 'infinity')`,
  priority: () => sql`o.priority`,
};

/** A total order over `offers o`: the id breaks ties. */
export function offerOrder({ custom, sort = { column: 'id', direction: 'desc' } }: OfferOrder, at: Date): SQL {
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const time = sql`${at.toISOString()}::timestamptz`;
  const parts = custom === undefined ? [] : CUSTOM[custom](time);
  if (sort.column !== 'id') parts.push(sql`${COLUMNS[sort.column](time)} ${direction}`);
  return sql.join([...parts, sql`o.id ${direction}`], sql`, `);
}

const CUSTOM: Record<(typeof OFFER_CUSTOM_SORTS)[number], (at: SQL) => SQL[]> = {
  // What will end, the nearest first; what will not; what is over.
  ends_soon: (at) => [
    sql`CASE WHEN o.deleted_at IS NOT NULL OR o.valid_until < ${at} THEN 2 WHEN o.valid_until IS NULL THEN 1 ELSE 0 END`,
    sql`o.valid_until`,
  ],
  active_first: (at) => [sql`(offer_status(o, ${at}) = 'active') DESC`],
};
