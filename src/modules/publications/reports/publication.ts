import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { PLATFORMS } from '../../media/index.ts';

export const POST_PLATFORMS = [...PLATFORMS, 'other'] as const;
type PostPlatform = (typeof POST_PLATFORMS)[number];

/** The ways of disclosing a post as advertising. */
export const DISCLOSURES = ['paid_partnership_label', 'hashtag', 'spoken', 'other'] as const;
type Disclosure = (typeof DISCLOSURES)[number];

export const PUBLICATION_DECISIONS = ['accepted', 'correction_requested'] as const;
export type PublicationDecision = (typeof PUBLICATION_DECISIONS)[number];

/** What a check of an address found. `unknown`: the server gave no clear answer. */
export const ADDRESS_STATES = ['reachable', 'not_reachable', 'unknown'] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

/** A picture that proves a publication or its figures, without its content. */
export interface Proof {
  id: number;
  mediaType: 'image/png' | 'image/jpeg';
  /** Bytes as stored. */
  size: number;
  /** SHA-256 of the stored bytes, in hexadecimal digits. */
  sha256: string;
  addedAt: Date;
}

/** What a platform counts of a post, in the order of the console. */
export const COUNTS = ['views', 'likes', 'comments', 'shares', 'saves', 'clicks_shown'] as const;
export type Count = (typeof COUNTS)[number];

/** What was measured last of a publication. */
export interface NewestFigures extends Record<Count, number | null> {
  measuredAt: Date;
  /** Who says it: the creator's side, or the platform by its interface. */
  source: 'creator' | 'platform';
  proofId: number | null;
}

/** Where a deliverable was published. */
export interface Publication {
  id: number;
  deliverable: { id: number; title: string };
  campaign: { id: number; title: string };
  store: { id: number; name: string };
  participantId: number;
  user: { id: number; name: string };
  /** The agency of the creator now. */
  agencyId: number | null;
  /** ISO 4217 code of the store's amounts. */
  currency: string;
  /** Null after the erasure of the creator. */
  url: string | null;
  platform: PostPlatform;
  isOnProvenChannel: boolean;
  /** `YYYY-MM-DD`, in the platform's time zone. */
  publishedOn: string;
  disclosure: Disclosure;
  /** Empty when there is none. */
  disclosureText: string;
  /** Raised by each correction. */
  revision: number;
  reportedAt: Date;
  updatedAt: Date;
  /** The store's decision since the last change. */
  review: { decision: PublicationDecision; feedback: string | null; decidedAt: Date } | null;
  /** The last check of the address. */
  address: { state: AddressState; since: Date; checkedAt: Date } | null;
  proofs: Proof[];
  /** Null: nobody has recorded any. */
  figures: NewestFigures | null;
}

/** Filters; a publication must satisfy all of them. */
export interface PublicationFilters {
  id?: number | undefined;
  deliverableId?: number | undefined;
  campaignId?: number | undefined;
  storeId?: number | undefined;
  /** Omits publications of deleted campaigns. */
  userId?: number | undefined;
  participantId?: number | undefined;
  platform?: PostPlatform | undefined;
  /** `open`: the store has not decided since the last change. */
  review?: PublicationDecision | 'open' | undefined;
  addressState?: AddressState | undefined;
}

type Row = {
  id: number;
  deliverable_id: number;
  deliverable_title: string;
  campaign_id: number;
  campaign_title: string;
  store_id: number;
  store_name: string;
  currency: string;
  participant_id: number;
  user_id: number;
  user_name: string;
  agency_id: number | null;
  url: string | null;
  platform: PostPlatform;
  is_on_proven_channel: boolean;
  published_on: string;
  disclosure: Disclosure;
  disclosure_text: string;
  revision: number;
  reported_at: string;
  updated_at: string;
  decision: PublicationDecision | null;
  feedback: string | null;
  decided_at: string | null;
  address_state: AddressState | null;
  address_since: string | null;
  address_checked_at: string | null;
  proofs: { id: number; media_type: Proof['mediaType']; byte_size: number; sha256: string; added_at: string }[];
  measured_at: string | null;
  source: NewestFigures['source'] | null;
  proof_id: number | null;
} & Record<Count, number | null>;

/**
 * Reads one page of publications, newest first.
 * @param page.after the id of the last publication of the previous page
 */
export async function listPublications(
  { db }: Pick<Context, 'db'>,
  filters: PublicationFilters,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ publications: Publication[]; next: number | null }> {
  const { review } = filters;
  const conditions: SQL[] = [sql`true`];
  if (filters.id !== undefined) conditions.push(sql`b.id = ${filters.id}`);
  if (filters.deliverableId !== undefined) conditions.push(sql`b.deliverable_id = ${filters.deliverableId}`);
  if (filters.campaignId !== undefined) conditions.push(sql`p.campaign_id = ${filters.campaignId}`);
  if (filters.storeId !== undefined) conditions.push(sql`o.store_id = ${filters.storeId}`);
  if (filters.userId !== undefined) conditions.push(sql`p.user_id = ${filters.userId} AND o.deleted_at IS NULL`);
  if (filters.participantId !== undefined) conditions.push(sql`b.participant_id = ${filters.participantId}`);
  if (filters.platform !== undefined) conditions.push(sql`b.platform = ${filters.platform}`);
  if (review !== undefined) conditions.push(review === 'open' ? sql`b.decision IS NULL` : sql`b.decision = ${review}`);
  if (filters.addressState !== undefined) conditions.push(sql`b.address_state = ${filters.addressState}`);
  if (after !== undefined) conditions.push(sql`b.id < ${after}`);
  const { rows } = await db.execute<Row>(sql`
    SELECT b.id, b.deliverable_id, d.title AS deliverable_title, o.id AS campaign_id, o.shown_title AS campaign_title, o.store_id,
      s.name AS store_name, s.currency, b.participant_id, p.user_id, u.public_name AS user_name, u.agency_id, b.url, b.platform,
      b.is_on_proven_channel, to_char(b.published_on, 'YYYY-MM-DD') AS published_on, b.disclosure, b.disclosure_text, b.revision, b.reported_at, b.updated_at,
      b.decision, b.feedback, b.decided_at, b.address_state, b.address_since, b.address_checked_at,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'media_type', x.media_type, 'byte_size', x.byte_size,
        'sha256', encode(x.sha256, 'hex'), 'added_at', x.added_at) ORDER BY x.id), '[]')
        FROM publication_proofs x WHERE x.publication_id = b.id) AS proofs,
      f.views, f.likes, f.comments, f.shares, f.saves, f.clicks_shown, f.measured_at, f.source, f.proof_id
    FROM publications b JOIN deliverables d ON d.id = b.deliverable_id JOIN participants p ON p.id = b.participant_id
    JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = p.user_id LEFT JOIN LATERAL (
      SELECT x.views, x.likes, x.comments, x.shares, x.saves, x.clicks_shown, x.measured_at, x.source, x.proof_id
      FROM publication_figures x WHERE x.publication_id = b.id ORDER BY x.measured_at DESC, x.id DESC LIMIT 1) f ON true
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY b.id DESC LIMIT ${size + 1}`);
  const publications = rows.slice(0, size).map(publicationOf);
  return { publications, next: rows.length > size ? publications.at(-1)!.id : null };
}

/** Reads a publication; null when there is none. */
export async function readPublication(ctx: Pick<Context, 'db'>, id: number): Promise<Publication | null> {
  return (await listPublications(ctx, { id }, { size: 1 })).publications[0] ?? null;
}

/** Reads the publication of a deliverable. @throws NotFound */
export async function publicationOfDeliverable(ctx: Pick<Context, 'db'>, deliverableId: number): Promise<Publication> {
  const { publications } = await listPublications(ctx, { deliverableId }, { size: 1 });
  if (publications[0] === undefined) throw new NotFound('publication');
  return publications[0];
}

/** A publication locked for a change. */
interface LockedPublication {
  revision: number;
  url: string | null;
  decision: PublicationDecision | null;
}

/** Locks a publication, so that of two changes at once the second sees the first. @throws NotFound when it has been removed */
export async function lockPublication(tx: Database, id: number): Promise<LockedPublication> {
  const { rows } = await tx.execute<{ revision: number; url: string | null; decision: PublicationDecision | null }>(
    sql`SELECT revision, url, decision FROM publications WHERE id = ${id} FOR UPDATE`,
  );
  if (rows[0] === undefined) throw new NotFound('publication');
  return rows[0];
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

function publicationOf(row: Row): Publication {
  const { decision, feedback, address_state: state } = row;
  return {
    id: row.id,
    deliverable: { id: row.deliverable_id, title: row.deliverable_title },
    campaign: { id: row.campaign_id, title: row.campaign_title },
    store: { id: row.store_id, name: row.store_name },
    participantId: row.participant_id,
    user: { id: row.user_id, name: row.user_name },
    agencyId: row.agency_id,
    currency: row.currency,
    url: row.url,
    platform: row.platform,
    isOnProvenChannel: row.is_on_proven_channel,
    publishedOn: row.published_on,
    disclosure: row.disclosure,
    disclosureText: row.disclosure_text,
    revision: row.revision,
    reportedAt: new Date(row.reported_at),
    updatedAt: new Date(row.updated_at),
    review: decision === null ? null : { decision, feedback, decidedAt: instant(row.decided_at)! },
    address:
      state === null
        ? null
        : { state, since: instant(row.address_since)!, checkedAt: instant(row.address_checked_at)! },
    proofs: row.proofs.map((one) => ({
      id: one.id,
      mediaType: one.media_type,
      size: one.byte_size,
      sha256: one.sha256,
      addedAt: new Date(one.added_at),
    })),
    figures: figuresOf(row),
  };
}

function figuresOf(row: Row): NewestFigures | null {
  const { measured_at: measuredAt, source } = row;
  if (measuredAt === null || source === null) return null;
  return {
    views: row.views,
    likes: row.likes,
    comments: row.comments,
    shares: row.shares,
    saves: row.saves,
    clicks_shown: row.clicks_shown,
    measuredAt: new Date(measuredAt),
    source,
    proofId: row.proof_id,
  };
}
