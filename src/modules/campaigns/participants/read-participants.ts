import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { KeptOf } from '../../../platform/record-fields/field.ts';
import { columnList, fromRow } from '../../../platform/record-fields/records.ts';
import { containing } from '../../../platform/text-search.ts';
import { asPrices, type Campaign, type CampaignPrice } from '../campaign/read-campaigns.ts';
import { PARTICIPANT_FIELDS } from './fields.ts';
import type { ParticipantStatus } from './transitions.ts';

/** A creator's participation in a campaign, as the store sees it. */
export interface Participant extends KeptOf<typeof PARTICIPANT_FIELDS> {
  displayName: string | null;
  /** Counted clicks under this campaign. */
  clicks: number;
  todo: { key: string; value: boolean }[] | null;
  payment: { minor: number; currency: string } | null;
  /** Number of comments that are not deleted. */
  comments: number;
  /** Whether the creator has ever applied. */
  hasApplied: boolean;
  /** Individual prices; none: those of the campaign apply. */
  costs: ({ source: 0 | 1 } & Pick<CampaignPrice, 'cpcMinor' | 'cpa' | 'cpoMinor' | 'cpoMode' | 'minimumOrderMinor'>)[];
  /** What the next click and order of the participant pay and cost; null: not asked for. */
  effective: Campaign['effective'] | null;
}

export interface ParticipantFilters {
  campaignId: number;
  /** Part of the names and addresses by which a store knows the participant, or the id of the participant or user. */
  text?: string | undefined;
  status?: ParticipantStatus | undefined;
  /** Only users, without pending addresses. */
  isUser?: boolean | undefined;
  /** Reads the effective prices, too. */
  withPrices?: boolean | undefined;
}

interface ParticipantRow extends Record<string, unknown> {
  display_name: string | null;
  clicks: number;
  todo: Participant['todo'];
  payment_amount_minor: number | null;
  payment_currency: string | null;
  comments: number;
  has_applied: boolean;
  costs: Participant['costs'];
  /** By source. */
  effective: Record<number, CampaignPrice> | null;
}

/** Lists a campaign's participants, oldest first. */
export async function listParticipants(
  { db }: Pick<Context, 'db'>,
  filters: ParticipantFilters,
  page: PageRequest,
): Promise<Page<Participant>> {
  const where = participantsMatching(filters);
  const { rows } = await db.execute<ParticipantRow>(
    participantsWhere(where, sql`LIMIT ${page.size} OFFSET ${page.offset}`, filters.withPrices),
  );
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*) AS total FROM participants p LEFT JOIN users u ON u.id = p.user_id WHERE ${where}`,
  );
  return { items: rows.map(participant), total: counted.rows[0]!.total };
}

/** Reads one participant by its id, or by campaign and user; null when there is none. */
export async function readParticipant(
  { db }: Pick<Context, 'db'>,
  key: { id: number } | { campaignId: number; userId: number },
  { withPrices = false }: { withPrices?: boolean } = {},
): Promise<Participant | null> {
  const where =
    'id' in key ? sql`p.id = ${key.id}` : sql`p.campaign_id = ${key.campaignId} AND p.user_id = ${key.userId}`;
  const { rows } = await db.execute<ParticipantRow>(participantsWhere(where, sql``, withPrices));
  return rows[0] === undefined ? null : participant(rows[0]);
}

/** Condition over `participants p` and their `users u`. */
export function participantsMatching({ campaignId, text, status, isUser }: ParticipantFilters): SQL {
  const all = [sql`p.campaign_id = ${campaignId}`];
  if (isUser) all.push(sql`p.user_id IS NOT NULL`);
  if (status !== undefined) all.push(sql`p.status = ${status}`);
  if (text !== undefined && text !== '') {
    const contains = containing(text);
    const names = [sql`u.display_name`, sql`u.username`, sql`p.pre_registered_email`, sql`p.pre_registered_identifier`];
    const found = names.map((name) => sql`${name} ILIKE ${contains}`);
    all.push(sql`(${sql.join([...found, sql`p.id::text = ${text}`, sql`p.user_id::text = ${text}`], sql` OR `)})`);
  }
  return sql.join(all, sql` AND `);
}

/** The effective prices of a participant `p`. */
const EFFECTIVE = sql`(SELECT (SELECT ${asPrices} FROM effective_prices(o.store_id, o.id, own.id) p)
  FROM (SELECT p.id, p.campaign_id) own JOIN campaigns o ON o.id = own.campaign_id)`;

function participantsWhere(where: SQL, limit: SQL, withPrices = false): SQL {
  return sql`
    SELECT ${columnList(PARTICIPANT_FIELDS, 'p')}, u.public_name AS display_name, coalesce(s.clicks, 0) AS clicks, p.todo,
      p.payment_amount_minor, p.payment_currency, p.applied_at IS NOT NULL AS has_applied,
      ARRAY (SELECT json_build_object('source', x.source, 'cpcMinor', x.cpc_minor, 'cpa', x.cpa::float8,
        'cpoMinor', x.cpo_minor, 'cpoMode', x.cpo_mode, 'minimumOrderMinor', x.minimum_order_minor) FROM prices x
        WHERE x.campaign_id = p.campaign_id AND x.participant_id = p.id ORDER BY x.source) AS costs,
      (SELECT count(*) FROM comments c WHERE c.participant_id = p.id AND c.deleted_at IS NULL) AS comments,
      ${withPrices ? EFFECTIVE : sql`NULL`} AS effective
    FROM participants p LEFT JOIN users u ON u.id = p.user_id
    LEFT JOIN campaign_spend s ON s.campaign_id = p.campaign_id AND s.user_id = p.user_id
    WHERE ${where} ORDER BY p.id ${limit}`;
}

function participant(row: ParticipantRow): Participant {
  const { payment_amount_minor: minor, payment_currency: currency } = row;
  return {
    ...fromRow(PARTICIPANT_FIELDS, row),
    displayName: row.display_name,
    clicks: row.clicks,
    todo: row.todo,
    payment: minor === null || currency === null ? null : { minor, currency },
    comments: row.comments,
    hasApplied: row.has_applied,
    costs: row.costs,
    effective: row.effective === null ? null : { general: row.effective[0]!, social: row.effective[1]! },
  };
}
