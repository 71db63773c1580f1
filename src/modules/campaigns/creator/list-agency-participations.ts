import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { hasStatus } from '../campaign/list-conditions.ts';
import type { CampaignStatus } from '../campaign/read-campaigns.ts';
import { AWAITED_SQL } from '../deliverables/deliverable.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';

/** The status of a campaign that is listed. */
type ListedStatus = Exclude<CampaignStatus, 'deleted'>;

/** Columns by which the list can be sorted. Earnings have different currencies and cannot be compared. */
export const PARTICIPATION_SORTS = ['created_at', 'clicks', 'orders'] as const;

/** A creator of an agency in a campaign, with the results of the creator's links under it; minor units of the store's currency. */
export interface AgencyParticipation {
  id: number;
  status: ParticipantStatus;
  createdAt: Date;
  user: { id: number; name: string };
  campaign: {
    id: number;
    title: string;
    status: ListedStatus;
    validFrom: Date | null;
    validUntil: Date | null;
  };
  store: { id: number; name: string };
  currency: string;
  clicks: number;
  orders: number;
  userMinor: number;
  /** The share of this agency, also when the creator had another one before. */
  agencyMinor: number;
  /** Number of deliverables that wait for a draft, and their first due date, `YYYY-MM-DD`; null: none. */
  deliverablesDue: number;
  nextDueOn: string | null;
}

/** Filters; a participation must satisfy all of them. */
interface ParticipationFilters {
  userId?: number | undefined;
  campaignId?: number | undefined;
  /** Part of the title of the campaign, or of the name of the store or the creator. */
  text?: string | undefined;
  statuses?: readonly ParticipantStatus[] | undefined;
  campaignStatuses?: readonly ListedStatus[] | undefined;
}

type Row = {
  id: number;
  status: ParticipantStatus;
  created_at: string;
  user_id: number;
  user_name: string;
  campaign_id: number;
  campaign_title: string;
  campaign_status: ListedStatus;
  valid_from: string | null;
  valid_until: string | null;
  store_id: number;
  store_name: string;
  currency: string;
  clicks: number;
  orders: number;
  user_minor: number;
  agency_minor: number;
  due: number;
  next_due_on: string | null;
};

/**
 * Lists a page of the participations of an agency's present creators in campaigns that are not deleted. Cost: the participations of these creators, and
 * the days of their links in the range.
 */
export async function listAgencyParticipations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  {
    agencyId,
    range,
    sort,
    ...filters
  }: ParticipationFilters & {
    agencyId: number;
    range: DayRange;
    sort: { column: (typeof PARTICIPATION_SORTS)[number]; direction: 'asc' | 'desc' };
  },
  page: PageRequest,
): Promise<Page<AgencyParticipation>> {
  const creators = sql`SELECT c.id FROM users c WHERE c.agency_id = ${agencyId} AND c.erased_at IS NULL`;
  const waiting = sql`FROM deliverables d WHERE d.participant_id = p.id AND ${AWAITED_SQL}`;
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const by = { created_at: sql`p.id`, clicks: sql`coalesce(f.clicks, 0)`, orders: sql`coalesce(f.orders, 0)` };
  const { items, total } = await readPage<Row>(
    db,
    {
      columns: sql`p.id, p.status, p.created_at, u.id AS user_id, u.public_name AS user_name, o.id AS campaign_id, o.shown_title AS campaign_title,
        campaign_status(o, ${now().toISOString()}) AS campaign_status, o.valid_from, o.valid_until, s.id AS store_id, s.name AS store_name, s.currency,
        coalesce(f.clicks, 0) AS clicks, coalesce(f.orders, 0) AS orders, coalesce(f.user_minor, 0) AS user_minor,
        coalesce(f.agency_minor, 0) AS agency_minor, (SELECT count(*)::int ${waiting}) AS due,
        (SELECT to_char(min(d.due_on), 'YYYY-MM-DD') ${waiting}) AS next_due_on`,
      from: sql`participants p JOIN users u ON u.id = p.user_id JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id LEFT JOIN (
          SELECT d.campaign_id, d.user_id, sum(d.clicks)::bigint AS clicks, sum(d.orders)::bigint AS orders,
            sum(d.user_minor + d.order_user_minor)::bigint AS user_minor,
            coalesce(sum(d.agency_minor + d.order_agency_minor) FILTER (WHERE d.agency_id = ${agencyId}), 0)::bigint AS agency_minor
          FROM link_days d WHERE d.user_id IN (${creators}) AND d.campaign_id <> 0 AND d.day BETWEEN ${range.first}::date AND ${range.last}::date
          GROUP BY d.campaign_id, d.user_id
        ) f ON f.campaign_id = p.campaign_id AND f.user_id = p.user_id
        WHERE p.user_id IN (${creators}) AND o.deleted_at IS NULL AND ${conditions(filters, now())}`,
      order: sql`${by[sort.column]} ${direction}, p.id DESC`,
    },
    page,
  );
  return { items: items.map(participationOf), total };
}

function conditions({ userId, campaignId, text, statuses, campaignStatuses }: ParticipationFilters, at: Date): SQL {
  const all = [sql`true`];
  if (userId !== undefined) all.push(sql`p.user_id = ${userId}`);
  if (campaignId !== undefined) all.push(sql`p.campaign_id = ${campaignId}`);
  if (statuses !== undefined) all.push(sql`p.status = ANY (${sql.param([...statuses])}::text[])`);
  if (campaignStatuses !== undefined) {
    const each = campaignStatuses.map((status) => sql`(${hasStatus(status, at)})`);
    all.push(sql`(${sql.join(each, sql` OR `)})`);
  }
  if (text !== undefined && text !== '') {
    const participant = containing(text);
    all.push(
      sql`(o.shown_title ILIKE ${participant} OR s.name ILIKE ${participant} OR u.public_name ILIKE ${participant})`,
    );
  }
  return sql.join(all, sql` AND `);
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

const participationOf = (row: Row): AgencyParticipation => ({
  id: row.id,
  status: row.status,
  createdAt: new Date(row.created_at),
  user: { id: row.user_id, name: row.user_name },
  campaign: {
    id: row.campaign_id,
    title: row.campaign_title,
    status: row.campaign_status,
    validFrom: timeOf(row.valid_from),
    validUntil: timeOf(row.valid_until),
  },
  store: { id: row.store_id, name: row.store_name },
  currency: row.currency,
  clicks: row.clicks,
  orders: row.orders,
  userMinor: row.user_minor,
  agencyMinor: row.agency_minor,
  deliverablesDue: row.due,
  nextDueOn: row.next_due_on,
});
