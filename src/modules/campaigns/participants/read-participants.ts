import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import type { ParticipantStatus } from './transitions.ts';

/** A creator's participation in a campaign, as the store sees it. */
export interface Participant {
  id: number;
  campaignId: number;
  /** Null for a pending address. */
  userId: number | null;
  displayName: string | null;
  preRegisteredEmail: string | null;
  preRegisteredIdentifier: string | null;
  status: ParticipantStatus;
  /** Counted clicks under this campaign. */
  clicks: number;
  todo: { key: string; value: boolean }[] | null;
  payment: { minor: number; currency: string } | null;
  /** Number of comments that are not deleted. */
  comments: number;
  /** Whether the creator has ever applied. */
  hasApplied: boolean;
  /** Individual terms of this participant; null and no prices: the campaign's terms apply. */
  clickLimit: number | null;
  costs: { source: 0 | 1; cpcMinor: number | null; cpa: number | null }[];
  createdAt: Date;
  updatedAt: Date;
}

export interface ParticipantFilters {
  campaignId: number;
  /** Part of the names and addresses by which a store knows the participant, or the id of the participant or user. */
  text?: string | undefined;
  status?: ParticipantStatus | undefined;
  /** Only users, without pending addresses. */
  isUser?: boolean | undefined;
}

interface ParticipantRow extends Record<string, unknown> {
  id: number;
  campaign_id: number;
  user_id: number | null;
  display_name: string | null;
  pre_registered_email: string | null;
  pre_registered_identifier: string | null;
  status: ParticipantStatus;
  clicks: number;
  todo: { key: string; value: boolean }[] | null;
  payment_amount_minor: number | null;
  payment_currency: string | null;
  comments: number;
  has_applied: boolean;
  click_limit: number | null;
  costs: Participant['costs'];
  created_at: string;
  updated_at: string;
}

/** Lists a campaign's participants, oldest first. */
export async function listParticipants(
  { db }: Pick<Context, 'db'>,
  filters: ParticipantFilters,
  page: PageRequest,
): Promise<Page<Participant>> {
  const where = participantsMatching(filters);
  const { rows } = await db.execute<ParticipantRow>(
    participantsWhere(where, sql`LIMIT ${page.size} OFFSET ${page.offset}`),
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
): Promise<Participant | null> {
  const where =
    'id' in key ? sql`p.id = ${key.id}` : sql`p.campaign_id = ${key.campaignId} AND p.user_id = ${key.userId}`;
  const { rows } = await db.execute<ParticipantRow>(participantsWhere(where, sql``));
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

function participantsWhere(where: SQL, limit: SQL): SQL {
  return sql`
    SELECT p.id, p.campaign_id, p.user_id, u.public_name AS display_name, p.pre_registered_email,
      p.pre_registered_identifier, p.status, coalesce(s.clicks, 0) AS clicks, p.todo, p.payment_amount_minor, p.payment_currency,
      p.created_at, p.updated_at, p.applied_at IS NOT NULL AS has_applied, p.click_limit,
      ARRAY (SELECT json_build_object('source', x.source, 'cpcMinor', x.cpc_minor, 'cpa', x.cpa::float8) FROM prices x
        WHERE x.campaign_id = p.campaign_id AND x.participant_id = p.id ORDER BY x.source) AS costs,
      (SELECT count(*) FROM comments c WHERE c.participant_id = p.id AND c.deleted_at IS NULL) AS comments
    FROM participants p LEFT JOIN users u ON u.id = p.user_id
    LEFT JOIN campaign_spend s ON s.campaign_id = p.campaign_id AND s.user_id = p.user_id
    WHERE ${where} ORDER BY p.id ${limit}`;
}

function participant(row: ParticipantRow): Participant {
  const { payment_amount_minor: minor, payment_currency: currency } = row;
  return {
    id: row.id,
    campaignId: row.campaign_id,
    userId: row.user_id,
    displayName: row.display_name,
    preRegisteredEmail: row.pre_registered_email,
    preRegisteredIdentifier: row.pre_registered_identifier,
    status: row.status,
    clicks: row.clicks,
    todo: row.todo,
    payment: minor === null || currency === null ? null : { minor, currency },
    comments: row.comments,
    hasApplied: row.has_applied,
    clickLimit: row.click_limit,
    costs: row.costs,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
