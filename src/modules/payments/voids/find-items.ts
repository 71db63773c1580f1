import { type SQL, sql } from 'drizzle-orm';
import { checkDays } from '../../../platform/day-range.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';

export const VOID_KINDS = ['clicks', 'orders', 'one_time_payments'] as const;
export type VoidKind = (typeof VOID_KINDS)[number];

/** The selection of a void: ids, or everything that matches. */
export interface VoidFilter {
  kind: VoidKind;
  ids?: readonly string[] | undefined;
  storeId?: number | undefined;
  userId?: number | undefined;
  agencyId?: number | undefined;
  linkId?: number | undefined;
  campaignId?: number | undefined;
  /** First and last day, `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The maximum number of items in a void. It is limited because their counters are locked meanwhile. */
export const MAX_VOID_ITEMS = 10_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ROW_ID = /^[1-9]\d{0,14}$/;

/**
 * Checks a filter: ids, or a range of days with at least one of store, creator, agency, link and campaign.
 * @throws InvalidInput naming the field
 */
export function checkFilter(filter: VoidFilter): void {
  const { kind, ids, from, to, ...scope } = filter;
  const scopes = [scope.storeId, scope.userId, scope.agencyId, scope.linkId, scope.campaignId];
  if (ids !== undefined) {
    const form = kind === 'clicks' ? UUID : ROW_ID;
    const wrong = ids.findIndex((id) => !form.test(id));
    if (wrong >= 0)
      throw new InvalidInput({
        [`ids.${wrong}`]: [kind === 'clicks' ? 'must be the id of a click (a UUID)' : 'must be an id'],
      });
    return;
  }
  if (from === undefined) throw new InvalidInput({ from: ['is required unless `ids` are given'] });
  if (to === undefined) throw new InvalidInput({ to: ['is required unless `ids` are given'] });
  checkDays({ first: from, last: to }, { first: from, last: to });
  if (kind === 'one_time_payments' && scope.linkId !== undefined)
    throw new InvalidInput({ link_id: ['must not be given for one-time payments, which have no link'] });
  if (scopes.every((id) => id === undefined))
    throw new InvalidInput({
      store_id: [
        'one of `store_id`, `user_id`, `client_id`, `link_id` and `campaign_id` is required unless `ids` are given',
      ],
    });
}

/**
 * The query of the items that a filter matches and that can be voided, at most one more than the maximum: rows of `void_items`
 * without the void, ordered by item. Only clicks that count, orders that are attributed and not denied, and payments that are not
 * void.
 * @param isLocked whether orders and payments are locked
 */
export function itemsOf(filter: VoidFilter, { isLocked }: { isLocked: boolean }): SQL {
  const lock = isLocked ? sql`FOR UPDATE OF t` : sql``;
  const limit = sql`LIMIT ${MAX_VOID_ITEMS + 1}`;
  if (filter.kind === 'clicks')
    return sql`
      SELECT t.id::text AS item, t.store_id, t.user_id, t.agency_id, t.campaign_id, t.day, t.currency, t.cost_minor, t.user_minor, t.agency_minor,
        t.link_id, t.source, NULL::text AS status_before
      FROM clicks t WHERE t.class = 0 AND t.id >= (SELECT click_floor(kept_from) FROM click_retention) AND ${clicksMatching(filter)}
      ORDER BY t.id ${limit}`;
  if (filter.kind === 'orders')
    return sql`
      SELECT t.id::text AS item, t.store_id, t.user_id, t.agency_id, t.campaign_id, t.day, t.currency, t.cost_minor, t.user_minor, t.agency_minor,
        t.link_id, NULL::smallint AS source, t.status AS status_before
      FROM orders t WHERE t.link_id IS NOT NULL AND t.status <> 'denied' AND ${matching(filter, sql`t.day`, sql`t.campaign_id`)}
      ORDER BY t.id ${limit} ${lock}`;
  return sql`
    SELECT t.id::text AS item, t.store_id, t.user_id, t.agency_id, coalesce(p.campaign_id, t.bonus_campaign_id) AS campaign_id, t.payment_date AS day, t.currency, t.user_minor AS cost_minor,
      t.user_minor, 0::bigint AS agency_minor, NULL::bigint AS link_id, NULL::smallint AS source, NULL::text AS status_before
    FROM one_time_payments t LEFT JOIN participants p ON p.id = t.participant_id
    WHERE t.void_id IS NULL AND ${matching(filter, sql`t.payment_date`, sql`coalesce(p.campaign_id, t.bonus_campaign_id)`)} ORDER BY t.id ${limit} ${lock}`;
}

/** Clicks are stored in the order of time and are found by creator. The day bounds their ids, regardless of the time zone. */
function clicksMatching(filter: VoidFilter): SQL {
  const { ids, from, to, storeId, campaignId, linkId, agencyId } = filter;
  if (ids !== undefined) return sql`t.id = ANY (${sql.param(ids)}::uuid[])`;
  const creators = sql`t.user_id IN (SELECT d.user_id FROM link_days d WHERE d.day BETWEEN ${from}::date AND ${to}::date AND ${and(
    [
      [storeId, sql`d.store_id`],
      [campaignId, sql`d.campaign_id`],
      [linkId, sql`d.link_id`],
      [agencyId, sql`d.agency_id`],
    ],
  )})`;
  return sql`t.id >= click_floor((${from}::date - 1)::timestamp AT TIME ZONE 'UTC') AND t.id < click_floor((${to}::date + 2)::timestamp AT TIME ZONE 'UTC')
    AND ${creators} AND ${matching(filter, sql`t.day`, sql`t.campaign_id`)}`;
}

function matching(filter: VoidFilter, day: SQL, campaign: SQL): SQL {
  const { ids, from, to, storeId, userId, agencyId, linkId, campaignId } = filter;
  if (ids !== undefined) return sql`t.id = ANY (${sql.param(ids)}::bigint[])`;
  return sql`${day} BETWEEN ${from}::date AND ${to}::date AND ${and([
    [storeId, sql`t.store_id`],
    [userId, sql`t.user_id`],
    [agencyId, sql`t.agency_id`],
    [linkId, sql`t.link_id`],
    [campaignId, campaign],
  ])}`;
}

const and = (conditions: readonly (readonly [number | undefined, SQL])[]): SQL =>
  sql.join(
    [
      sql`true`,
      ...conditions.flatMap(([value, column]) => (value === undefined ? [] : [sql`${column} = ${value}::bigint`])),
    ],
    sql` AND `,
  );
