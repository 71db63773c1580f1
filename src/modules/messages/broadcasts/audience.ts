import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

/** Why a participant does not receive a message. */
export const LEFT_OUT = ['opted_out', 'blocked', 'withdrawn', 'no_account', 'quota'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** The statuses of participants who do not receive messages to many: who has not been invited yet, has declined, or was declined. */
const WITHDRAWN = ['suggestion', 'denied', 'store_denied'] as const;

/** The statuses by which recipients are chosen. */
export const REACHED_STATUSES = [
  'open',
  'applied',
  'second_prio',
  'accepted',
  'product_sent',
  'have_received',
  'have_posted',
  'done',
] as const;
export type ReachedStatus = (typeof REACHED_STATUSES)[number];

/** Who is to receive a message. A list without a campaign reaches its creators in their newest participation. */
export type Audience =
  | { participantIds: readonly number[] }
  | { statuses: readonly ReachedStatus[] }
  | { listId: number | null };

/** A participant of an audience. */
export interface Recipient {
  participantId: number;
  userId: number | null;
  campaignId: number;
  /** Its shown title. */
  campaign: string;
  /** The public name of the creator; empty without an account. */
  name: string;
  agencyId: number | null;
  leftOut: LeftOut | null;
  /** Whether a mail is sent, quota permitting. */
  wantsMail: boolean;
}

interface RecipientRow extends Record<string, unknown> {
  participant_id: number;
  user_id: number | null;
  campaign_id: number;
  campaign: string;
  name: string | null;
  agency_id: number | null;
  left_out: LeftOut | null;
  wants_mail: boolean;
}

const recipient = (row: RecipientRow): Recipient => ({
  participantId: row.participant_id,
  userId: row.user_id,
  campaignId: row.campaign_id,
  campaign: row.campaign,
  name: row.name ?? '',
  agencyId: row.agency_id,
  leftOut: row.left_out,
  wantsMail: row.wants_mail,
});

/** The columns of `RecipientRow`, over `participants p`, `campaigns o`, and outer joined `users u` and `notification_settings n`. */
const columnsFor = (
  storeId: number,
): SQL => sql`p.id AS participant_id, p.user_id, o.id AS campaign_id, o.shown_title AS campaign, u.public_name AS name,
  u.agency_id, ${leftOut(storeId)} AS left_out,
  coalesce(u.id IS NOT NULL AND NOT u.email_unproven AND NOT 'messages' = ANY (coalesce(n.unmailed, '{}')), false) AS wants_mail`;

const leftOut = (storeId: number): SQL => sql`CASE
    WHEN u.id IS NULL OR u.erased_at IS NOT NULL OR u.suspended_at IS NOT NULL THEN 'no_account'
    WHEN p.status = ANY (${sql.param([...WITHDRAWN])}::text[]) OR o.deleted_at IS NOT NULL THEN 'withdrawn'
    WHEN u.id IN (SELECT b.user_id FROM blocklist b WHERE b.store_id = ${storeId} AND b.user_id IS NOT NULL)
      OR coalesce(u.agency_id IN (SELECT b.agency_id FROM blocklist b WHERE b.store_id = ${storeId} AND b.agency_id IS NOT NULL), false)
      OR u.id IN (SELECT m.user_id FROM blocklist b JOIN user_tag_members m ON m.user_tag_id = b.user_tag_id WHERE b.store_id = ${storeId}) THEN 'blocked'
    WHEN u.id IN (SELECT x.user_id FROM muted_stores x WHERE x.store_id = ${storeId}) THEN 'opted_out' END`;

const JOINS = sql`JOIN participants p ON p.id = c.id JOIN campaigns o ON o.id = p.campaign_id
  LEFT JOIN users u ON u.id = p.user_id LEFT JOIN notification_settings n ON n.user_id = p.user_id`;

interface AudienceOf {
  storeId: number;
  campaignId: number | null;
  audience: Audience;
}

/** A query of the ids of the participants in an audience. Those of other stores are never among them. */
function idsOf({ storeId, campaignId, audience }: AudienceOf, after: number): SQL {
  const ofCampaign = campaignId === null ? sql`true` : sql`p.campaign_id = ${campaignId}`;
  const ofStore = sql`JOIN campaigns o ON o.id = p.campaign_id AND o.store_id = ${storeId}`;
  if ('participantIds' in audience)
    return sql`SELECT p.id FROM participants p ${ofStore}
      WHERE p.id = ANY (${sql.param([...audience.participantIds])}::bigint[]) AND p.id > ${after} AND ${ofCampaign}`;
  if ('statuses' in audience)
    return sql`SELECT p.id FROM participants p ${ofStore}
      WHERE ${ofCampaign} AND p.id > ${after} AND p.status = ANY (${sql.param([...audience.statuses])}::text[])`;
  return sql`SELECT x.id FROM (
      SELECT DISTINCT ON (m.user_id) p.id FROM creator_lists l JOIN creator_list_members m ON m.list_id = l.id
      JOIN participants p ON p.user_id = m.user_id ${ofStore}
      WHERE l.id = ${audience.listId}::bigint AND l.store_id = ${storeId} AND ${ofCampaign} AND o.deleted_at IS NULL
        AND p.status <> ALL (${sql.param([...WITHDRAWN])}::text[])
      ORDER BY m.user_id, p.id DESC) x WHERE x.id > ${after}`;
}

/**
 * Reads and locks the next participants of an audience, by id.
 * @param after the id after which they follow
 */
export async function lockRecipients(
  tx: Database,
  of: AudienceOf,
  { after, atMost }: { after: number; atMost: number },
): Promise<Recipient[]> {
  const { rows } = await tx.execute<RecipientRow>(sql`
    SELECT ${columnsFor(of.storeId)} FROM (${idsOf(of, after)} ORDER BY 1 LIMIT ${atMost}) c ${JOINS} ORDER BY p.id FOR UPDATE OF p`);
  return rows.map(recipient);
}

/** Reads and locks participants of a store by id, like `lockRecipients`. */
export function lockNamed(tx: Database, storeId: number, participantIds: readonly number[]): Promise<Recipient[]> {
  const of = { storeId, campaignId: null, audience: { participantIds } };
  return lockRecipients(tx, of, { after: 0, atMost: participantIds.length });
}

/** Counts an audience by the reason why its members are left out; null: they are reached. */
export async function countRecipients(db: Database, of: AudienceOf): Promise<ReadonlyMap<LeftOut | null, number>> {
  const { rows } = await db.execute<{ left_out: LeftOut | null; n: number }>(sql`
    SELECT x.left_out, count(*)::int AS n FROM (SELECT ${columnsFor(of.storeId)} FROM (${idsOf(of, 0)}) c ${JOINS}) x GROUP BY x.left_out`);
  return new Map(rows.map((row) => [row.left_out, row.n]));
}

/** Reads one participant who is reached; null when there is none. */
export async function readExample(db: Database, of: AudienceOf): Promise<Recipient | null> {
  const { rows } = await db.execute<RecipientRow>(sql`
    SELECT ${columnsFor(of.storeId)} FROM (${idsOf(of, 0)}) c ${JOINS} WHERE ${leftOut(of.storeId)} IS NULL ORDER BY p.id LIMIT 1`);
  return rows[0] === undefined ? null : recipient(rows[0]);
}

/** Counts the creators of a list whom it does not reach, because they take part in no such campaign. */
export async function countOutside(db: Database, of: AudienceOf): Promise<number> {
  if (!('listId' in of.audience)) return 0;
  const { rows } = await db.execute<{ n: number }>(sql`
    SELECT (SELECT count(*) FROM creator_lists l JOIN creator_list_members m ON m.list_id = l.id
        WHERE l.id = ${of.audience.listId}::bigint AND l.store_id = ${of.storeId})::int - (SELECT count(*) FROM (${idsOf(of, 0)}) c)::int AS n`);
  return rows[0]!.n;
}
