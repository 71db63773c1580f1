import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { participantsMatching } from '../participants/read-participants.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';
import { campaignDays } from './campaign-figures.ts';

/** Columns by which lists of these figures can be sorted. */
export const FIGURE_COLUMNS = [
  'id',
  'user_id',
  'clicks',
  'links_created',
  'estimated_gp',
  'estimated_earning_to_cost_ratio',
  'display_name',
  'status',
] as const;
type FigureColumn = (typeof FIGURE_COLUMNS)[number];

/** The figures of one participant's links under a campaign in a range of days. */
export interface ParticipantFigures {
  campaignId: number;
  userId: number;
  displayName: string;
  status: ParticipantStatus;
  /** Counted clicks. */
  clicks: number;
  /** Links to the campaign's store that the user created in these days regardless of their terms. */
  linksCreated: number;
  /**
   * The store's margin of the attributed orders less its cost; rounded half away from zero, minor units, may be
   * negative.
   */
  grossProfitMinor: number;
  /** The same margin divided by the store's cost, with four decimals; 0 when there is no cost. */
  earningToCost: number;
}

interface FigureFilters {
  campaignId: number;
  range: DayRange;
  /** IANA name of the days' time zone. */
  timeZone: string;
  /** The same search as in the list of participants. */
  text?: string | undefined;
  /** Only participants with (true) or without (false) a counted click in these days. */
  active?: boolean | undefined;
  sort: { column: FigureColumn; direction: 'asc' | 'desc' };
}

interface FigureRow extends Record<string, unknown> {
  user_id: number;
  display_name: string;
  status: ParticipantStatus;
  clicks: number;
  links_created: number;
  estimated_gp: number;
  estimated_earning_to_cost_ratio: number;
}

/**
 * Lists the figures of a campaign's participants who are users. Pending addresses have no figures. Ties are listed
 * in order of creation. Cost: the campaign's days in the range, and one index lookup of links per participant shown
 * or sorted.
 */
export async function listParticipantFigures(
  { db }: Pick<Context, 'db'>,
  { campaignId, range, timeZone, text, active, sort }: FigureFilters,
  page: PageRequest,
): Promise<Page<ParticipantFigures>> {
  const direction = sort.direction === 'asc' ? sql`ASC` : sql`DESC`;
  const { items, total } = await readPage<FigureRow>(
    db,
    {
      columns: FIGURES,
      from: sql`(SELECT p.id, p.user_id, u.public_name AS display_name, p.status, coalesce(t.clicks, 0) AS clicks,
          (${linksMade(range, timeZone)}) AS links_created, coalesce(t.order_minor, 0) * s.margin AS margin_minor,
          coalesce(t.cost_minor, 0) AS cost_minor
        FROM ${participantsWithTotals(campaignId, range)}
        WHERE ${participantsMatching({ campaignId, text })} AND ${clicked(active)}) f`,
      // A record's id consists of the campaign and the user, and the campaign is the same for all rows.
      order: sql`${sql.identifier(sort.column === 'id' ? 'user_id' : sort.column)} ${direction}, f.id`,
    },
    page,
  );
  return { items: items.map((row) => figuresOf(campaignId, row)), total };
}

/** Counts the participants who are users with and without counted clicks in these days. */
export async function countByClickActivity(
  { db }: Pick<Context, 'db'>,
  { campaignId, range }: { campaignId: number; range: DayRange },
): Promise<{ active: number; inactive: number }> {
  const { rows } = await db.execute<{ active: number; inactive: number }>(sql`
    SELECT count(*) FILTER (WHERE ${clicked(true)}) AS active, count(*) FILTER (WHERE ${clicked(false)}) AS inactive
    FROM ${participantsWithTotals(campaignId, range)} WHERE p.campaign_id = ${campaignId}`);
  return rows[0]!;
}

const FIGURES = sql`f.user_id, f.display_name, f.status, f.clicks, f.links_created,
  round(f.margin_minor - f.cost_minor)::bigint AS estimated_gp,
  coalesce(round(f.margin_minor / nullif(f.cost_minor, 0), 4), 0)::float8 AS estimated_earning_to_cost_ratio`;

/**
 * `participants p`, their `users u`, the campaign's `stores s`, and the totals of their links in these days `t`
 * (null without any).
 */
function participantsWithTotals(campaignId: number, range: DayRange): SQL {
  return sql`participants p JOIN users u ON u.id = p.user_id JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
    LEFT JOIN (
      SELECT user_id, sum(clicks)::bigint AS clicks, sum(cost_minor + order_cost_minor) AS cost_minor, sum(order_minor) AS order_minor
      FROM link_days WHERE ${campaignDays(campaignId, range)} GROUP BY user_id
    ) t ON t.user_id = p.user_id`;
}

function clicked(active: boolean | undefined): SQL {
  return active === undefined ? sql`true` : sql`coalesce(t.clicks, 0) ${active ? sql`> 0` : sql`= 0`}`;
}

/** A lateral query per participant, which reads that user's links to the store by their unique key. */
function linksMade({ first, last }: DayRange, timeZone: string): SQL {
  return sql`SELECT count(*) FROM links l WHERE l.user_id = p.user_id AND l.store_id = o.store_id
    AND l.created_at >= ${first}::date::timestamp AT TIME ZONE ${timeZone}
    AND l.created_at < (${last}::date + 1)::timestamp AT TIME ZONE ${timeZone}`;
}

function figuresOf(campaignId: number, row: FigureRow): ParticipantFigures {
  return {
    campaignId,
    userId: row.user_id,
    displayName: row.display_name,
    status: row.status,
    clicks: row.clicks,
    linksCreated: row.links_created,
    grossProfitMinor: row.estimated_gp,
    earningToCost: row.estimated_earning_to_cost_ratio,
  };
}
