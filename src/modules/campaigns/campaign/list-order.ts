import { type SQL, sql } from 'drizzle-orm';
import { hasStatus, VALID_FROM, VALID_UNTIL } from './list-conditions.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from './read-campaigns.ts';

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

/** A campaign’s title is the one in its record. */
const COLUMNS: Record<(typeof CAMPAIGN_SORT_COLUMNS)[number], (at: SQL) => SQL> = {
  id: () => sql`o.id`,
  campaign_title: () => sql`o.shown_title`,
  name: () => sql`o.name`,
  type: () => sql`o.type`,
  status: (at) => sql`campaign_status(o, ${at})`,
  store_id: () => sql`o.store_id`,
  created_at: () => sql`o.created_at`,
  valid_from: () => VALID_FROM,
  valid_until: () => VALID_UNTIL,
  priority: () => sql`o.priority`,
};

/** Returns a total order over `offers o`; the id breaks ties. */
export function campaignOrder({ custom, sort = { column: 'id', direction: 'desc' } }: CampaignOrder, at: Date): SQL {
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const time = sql`${at.toISOString()}::timestamptz`;
  const participants = custom === undefined ? [] : CUSTOM[custom](time);
  if (sort.column !== 'id') participants.push(sql`${COLUMNS[sort.column](time)} ${direction}`);
  return sql.join([...participants, sql`o.id ${direction}`], sql`, `);
}

const CUSTOM: Record<(typeof CAMPAIGN_CUSTOM_SORTS)[number], (at: SQL) => SQL[]> = {
  // Campaigns with an end, the nearest first; then those without one; then those that have ended.
  ends_soon: (at) => [
    sql`CASE WHEN o.deleted_at IS NOT NULL OR o.valid_until < ${at} THEN 2 WHEN o.valid_until IS NULL THEN 1 ELSE 0 END`,
    VALID_UNTIL,
  ],
  active_first: (at) => [sql`(campaign_status(o, ${at}) = 'active') DESC`],
};

/** Condition over `campaigns o` and the order of the campaigns that it selects. */
interface Segment {
  condition: SQL;
  order: SQL;
}

/**
 * Divides a list into segments that follow each other in its order, so that each can be read by an index; null for an order that has its own index.
 * @param statuses those that the list contains
 */
export function campaignSegments(
  { custom, sort = { column: 'id', direction: 'desc' } }: CampaignOrder,
  at: Date,
  statuses: readonly CampaignStatus[] = CAMPAIGN_STATUSES.filter((status) => status !== 'deleted'),
): Segment[] | null {
  const time = sql`${at.toISOString()}::timestamptz`;
  const order = campaignOrder({ sort }, at);
  if (custom === 'ends_soon') {
    return [
      {
        condition: sql`o.deleted_at IS NULL AND o.valid_until IS NOT NULL AND ${VALID_UNTIL} >= ${time}`,
        order: sql`${VALID_UNTIL}, ${order}`,
      },
      { condition: sql`o.deleted_at IS NULL AND o.valid_until IS NULL`, order },
      { condition: sql`(o.deleted_at IS NOT NULL OR ${VALID_UNTIL} < ${time})`, order: sql`${VALID_UNTIL}, ${order}` },
    ];
  }
  if (custom === 'active_first') {
    const active = hasStatus('active', at);
    return [
      { condition: active, order },
      { condition: sql`NOT (${active})`, order },
    ];
  }
  if (sort.column !== 'status') return null;
  const { direction } = sort;
  const inOrder = [...new Set(statuses)].sort();
  if (direction === 'desc') inOrder.reverse();
  const byId = campaignOrder({ sort: { column: 'id', direction } }, at);
  return inOrder.map((status) => ({ condition: hasStatus(status, at), order: byId }));
}
