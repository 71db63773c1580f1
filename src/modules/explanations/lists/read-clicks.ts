import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_CLICK_DAYS } from '../../../platform/limits.ts';
import type { Device } from '../../clicks/index.ts';
import { type ClassName, ClickClass } from '../../clicks/index.ts';

/** A click as lists show it; nothing about the visitor. */
export interface ListedClick {
  id: string;
  at: string;
  day: string;
  linkId: number;
  linkTitle: string;
  storeId: number;
  userId: number;
  userName: string;
  campaignId: number | null;
  campaignTitle: string | null;
  class: number;
  source: 0 | 1;
  terms: number;
  device: Device | null;
  country: string | null;
  currency: string;
  costMinor: number;
  userMinor: number;
  subs: Record<string, string> | null;
}

/** The clicks to list: of a store or of a creator, from the first to the last day (inclusive) in the platform's time zone. */
export interface ClickFilters {
  /** `userId` beside `storeId`: the store's clicks on links of this creator. */
  of: { storeId: number; userId?: number | undefined } | { userId: number };
  from: string;
  to: string;
  linkId?: number | undefined;
  /** 0: not priced by a campaign. */
  campaignId?: number | undefined;
  classes?: readonly ClassName[] | undefined;
  device?: Device | undefined;
  /** Two capital letters of a country. */
  country?: string | undefined;
}

/** @throws InvalidInput naming `to` or `from` when the days are reversed or too many */
export function checkRange(from: string, to: string): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) throw new InvalidInput({ from: ['must not be after `to`'] });
  if (days > MAX_CLICK_DAYS)
    throw new InvalidInput({ to: [`must be at most ${MAX_CLICK_DAYS - 1} days after \`from\``] });
}

/**
 * Condition over `clicks c` for the filters. Clicks are found by creator and instant; for a store, by the creators with clicks on
 * these days. The days bound the ids regardless of the time zone.
 */
export function clicksMatching({ of, from, to, linkId, campaignId, classes, device, country }: ClickFilters): SQL {
  const { userId } = of;
  const creators = !('storeId' in of)
    ? sql`c.user_id = ${of.userId}`
    : userId !== undefined
      ? sql`c.store_id = ${of.storeId} AND c.user_id = ${userId}`
      : sql`c.store_id = ${of.storeId} AND c.user_id = ANY (ARRAY (
          SELECT DISTINCT d.user_id FROM link_days d WHERE d.store_id = ${of.storeId} AND d.day BETWEEN ${from}::date AND ${to}::date))`;
  const conditions = [
    creators,
    sql`c.day BETWEEN ${from}::date AND ${to}::date`,
    sql`c.id >= click_floor((${from}::date - 1)::timestamp AT TIME ZONE 'UTC')`,
    sql`c.id < click_floor((${to}::date + 2)::timestamp AT TIME ZONE 'UTC')`,
  ];
  if (linkId !== undefined) conditions.push(sql`c.link_id = ${linkId}`);
  if (campaignId !== undefined) conditions.push(sql`coalesce(c.campaign_id, 0) = ${campaignId}`);
  if (classes !== undefined)
    conditions.push(sql`c.class = ANY (${sql.param(classes.map((name) => ClickClass[name]))}::smallint[])`);
  if (device !== undefined) conditions.push(sql`device_of(c.device_country) = ${device}`);
  if (country !== undefined) conditions.push(sql`country_of(c.device_country) = ${country}`);
  return sql.join(conditions, sql` AND `);
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads one page of clicks, latest first.
 * @param after the last click of the previous page
 * @throws InvalidInput naming `after` when it is not the id of a click
 */
export async function listClicks(
  { db }: Pick<Context, 'db'>,
  filters: ClickFilters,
  { after, size }: { after?: string | undefined; size: number },
): Promise<{ clicks: ListedClick[]; nextAfter: string | null }> {
  if (after !== undefined && !UUID.test(after))
    throw new InvalidInput({ after: ['must be the `next_after` of a page'] });
  const { rows } = await db.execute<ListedClick & Record<string, unknown>>(sql`
    WITH page AS (
      SELECT c.* FROM clicks c WHERE ${clicksMatching(filters)} AND ${after === undefined ? sql`true` : sql`c.id < ${after}::uuid`}
      ORDER BY c.id DESC LIMIT ${size + 1}
    )
    SELECT p.id, click_time(p.id) AS at, p.day, p.link_id AS "linkId", coalesce(nullif(l.title, ''), l.url) AS "linkTitle", p.store_id AS "storeId", p.user_id AS "userId", u.public_name AS "userName",
      p.campaign_id AS "campaignId", o.shown_title AS "campaignTitle", p.class, p.source, p.terms,
      device_of(p.device_country) AS device, country_of(p.device_country) AS country, p.currency, p.cost_minor AS "costMinor", p.user_minor AS "userMinor",
      CASE WHEN s.click_id IS NOT NULL THEN jsonb_strip_nulls(jsonb_build_object('sub1', s.sub1, 'sub2', s.sub2, 'sub3', s.sub3, 'sub4', s.sub4, 'sub5', s.sub5)) END AS subs
    FROM page p JOIN links l ON l.id = p.link_id JOIN users u ON u.id = p.user_id LEFT JOIN campaigns o ON o.id = p.campaign_id LEFT JOIN click_subs s ON s.click_id = p.id
    ORDER BY p.id DESC`);
  const clicks = rows.slice(0, size);
  return { clicks, nextAfter: rows.length > size ? clicks.at(-1)!.id : null };
}
