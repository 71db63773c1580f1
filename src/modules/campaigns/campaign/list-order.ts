import { type SQL, sql } from 'drizzle-orm';

export const CAMPAIGN_SORT_COLUMNS = [
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
export const CAMPAIGN_CUSTOM_SORTS = ['ends_soon', 'active_first'] as const;

export interface CampaignOrder {
  /** Takes precedence over `sort`, which orders ties. */
  custom?: (typeof CAMPAIGN_CUSTOM_SORTS)[number] | undefined;
  /** Newest first by default. */
  sort?: { column: (typeof CAMPAIGN_SORT_COLUMNS)[number]; direction: 'asc' | 'desc' } | undefined;
}

/** A campaign without dates is unlimited. Its title is the one in its record. */
const COLUMNS: Record<(typeof CAMPAIGN_SORT_COLUMNS)[number], (at: SQL) => SQL> = {
  id: () => sql`o.id`,
  campaign_title: () => sql`coalesce(nullif(o.campaign_title, ''), o.name)`,
  name: () => sql`o.name`,
  type: () => sql`o.type`,
  status: (at) => sql`campaign_status(o, ${at})`,
  store_id: () => sql`o.store_id`,
  created_at: () => sql`o.created_at`,
  valid_from: () => sql`coalesce(o.valid_from, '-infinity')`,
  valid_until: () => sql`coalesce(o.valid_until, 'infinity')`,
  priority: () => sql`o.priority`,
};

/** Returns a total order over `offers o`; the id breaks ties. */
export function campaignOrder({ custom, sort = { column: 'id', direction: 'desc' } }: CampaignOrder, at: Date): SQL {
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const time = sql`${at.toISOString()}::timestamptz`;
  const parts = custom === undefined ? [] : CUSTOM[custom](time);
  if (sort.column !== 'id') parts.push(sql`${COLUMNS[sort.column](time)} ${direction}`);
  return sql.join([...parts, sql`o.id ${direction}`], sql`, `);
}

const CUSTOM: Record<(typeof CAMPAIGN_CUSTOM_SORTS)[number], (at: SQL) => SQL[]> = {
  // Campaigns with an end, the nearest first; then those without one; then those that have ended.
  ends_soon: (at) => [
    sql`CASE WHEN o.deleted_at IS NOT NULL OR o.valid_until < ${at} THEN 2 WHEN o.valid_until IS NULL THEN 1 ELSE 0 END`,
    sql`o.valid_until`,
  ],
  active_first: (at) => [sql`(campaign_status(o, ${at}) = 'active') DESC`],
};
