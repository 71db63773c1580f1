import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

/** Where a store may use a publication. */
export const RIGHT_CHANNELS = ['organic', 'website', 'newsletter', 'paid_ads', 'shop', 'print'] as const;
type RightChannel = (typeof RIGHT_CHANNELS)[number];

/** Only accepted rights give a store anything. */
export const RIGHT_STATUSES = ['offered', 'accepted', 'declined', 'withdrawn', 'replaced'] as const;
type RightStatus = (typeof RIGHT_STATUSES)[number];

export type RightSide = 'store' | 'creator';

/** The content of usage rights, which never changes. */
export interface UsageRightInput {
  channels: RightChannel[];
  territory: string;
  /** `YYYY-MM-DD`, in the platform's time zone. */
  startsOn: string;
  /** The last day; null: without an end. */
  endsOn: string | null;
  /** Minor units of the store's currency; 0: included. */
  priceMinor: number;
  allowsWhitelisting: boolean;
  /** Empty when there is none. */
  exclusivity: string;
}

/** A version of the usage rights of a deliverable. */
export interface UsageRight extends UsageRightInput {
  id: number;
  version: number;
  deliverable: { id: number; title: string };
  campaign: { id: number; title: string };
  store: { id: number; name: string };
  user: { id: number; name: string };
  /** The agency of the creator now. */
  agencyId: number | null;
  participantId: number;
  /** ISO 4217 code of the price. */
  currency: string;
  status: RightStatus;
  offeredAt: Date;
  decidedAt: Date | null;
  /** An earlier last day that one side proposes. */
  proposedEnd: { on: string; by: RightSide } | null;
  /** The earlier last day that both sides have agreed on. */
  agreedEnd: string | null;
  /** The last day that holds; null: without an end. */
  lastDay: string | null;
  paymentId: number | null;
}

/** Filters; rights must satisfy all of them. */
export interface UsageRightFilters {
  id?: number | undefined;
  deliverableId?: number | undefined;
  storeId?: number | undefined;
  /** Omits rights of deleted campaigns. */
  userId?: number | undefined;
  campaignId?: number | undefined;
  status?: RightStatus | undefined;
  /** First and last day of the end, `YYYY-MM-DD`. Rights without an end are then left out. */
  endsFrom?: string | undefined;
  endsUntil?: string | undefined;
}

type Row = {
  id: number;
  version: number;
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
  channels: RightChannel[];
  territory: string;
  starts_on: string;
  ends_on: string | null;
  price_minor: number;
  allows_whitelisting: boolean;
  exclusivity: string;
  status: RightStatus;
  offered_at: string;
  decided_at: string | null;
  proposed_end: string | null;
  proposed_by_side: RightSide | null;
  agreed_end: string | null;
  last_day: string | null;
  payment_id: number | null;
};

/**
 * Reads one page of usage rights, newest first.
 * @param page.after the id of the last rights of the previous page
 */
export async function listUsageRights(
  { db }: Pick<Context, 'db'>,
  filters: UsageRightFilters,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ rights: UsageRight[]; next: number | null }> {
  const { endsFrom, endsUntil } = filters;
  const conditions: SQL[] = [sql`true`];
  if (filters.id !== undefined) conditions.push(sql`r.id = ${filters.id}`);
  if (filters.deliverableId !== undefined) conditions.push(sql`r.deliverable_id = ${filters.deliverableId}`);
  if (filters.storeId !== undefined) conditions.push(sql`o.store_id = ${filters.storeId}`);
  if (filters.userId !== undefined) conditions.push(sql`p.user_id = ${filters.userId} AND o.deleted_at IS NULL`);
  if (filters.campaignId !== undefined) conditions.push(sql`o.id = ${filters.campaignId}`);
  if (filters.status !== undefined) conditions.push(sql`r.status = ${filters.status}`);
  if (endsFrom !== undefined) conditions.push(sql`r.last_day >= ${endsFrom}::date`);
  if (endsUntil !== undefined) conditions.push(sql`r.last_day <= ${endsUntil}::date`);
  if (after !== undefined) conditions.push(sql`r.id < ${after}`);
  const { rows } = await db.execute<Row>(sql`
    SELECT r.id, r.version, r.deliverable_id, d.title AS deliverable_title, o.id AS campaign_id, o.shown_title AS campaign_title, o.store_id,
      s.name AS store_name, r.currency, r.participant_id, p.user_id, u.public_name AS user_name, u.agency_id, r.channels, r.territory,
      to_char(r.starts_on, 'YYYY-MM-DD') AS starts_on, to_char(r.ends_on, 'YYYY-MM-DD') AS ends_on, r.price_minor, r.allows_whitelisting,
      r.exclusivity, r.status, r.offered_at, r.decided_at, to_char(r.proposed_end, 'YYYY-MM-DD') AS proposed_end, r.proposed_by_side,
      to_char(r.agreed_end, 'YYYY-MM-DD') AS agreed_end, to_char(r.last_day, 'YYYY-MM-DD') AS last_day, r.payment_id
    FROM usage_rights r JOIN deliverables d ON d.id = r.deliverable_id JOIN participants p ON p.id = r.participant_id
    JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id JOIN users u ON u.id = p.user_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY r.id DESC LIMIT ${size + 1}`);
  const rights = rows.slice(0, size).map(rightOf);
  return { rights, next: rows.length > size ? rights.at(-1)!.id : null };
}

/** Reads usage rights by id; null when there are none. */
export async function readUsageRight(ctx: Pick<Context, 'db'>, id: number): Promise<UsageRight | null> {
  return (await listUsageRights(ctx, { id }, { size: 1 })).rights[0] ?? null;
}

/** Locks usage rights, so that of two changes at once the second sees the first. @throws NotFound */
export async function lockUsageRight(tx: Database, id: number): Promise<UsageRight> {
  await tx.execute(sql`SELECT FROM usage_rights WHERE id = ${id} FOR UPDATE`);
  const right = await readUsageRight({ db: tx }, id);
  if (right === null) throw new NotFound('usage right');
  return right;
}

function rightOf(row: Row): UsageRight {
  const { proposed_end: on, proposed_by_side: by } = row;
  return {
    id: row.id,
    version: row.version,
    deliverable: { id: row.deliverable_id, title: row.deliverable_title },
    campaign: { id: row.campaign_id, title: row.campaign_title },
    store: { id: row.store_id, name: row.store_name },
    user: { id: row.user_id, name: row.user_name },
    agencyId: row.agency_id,
    participantId: row.participant_id,
    currency: row.currency,
    channels: row.channels,
    territory: row.territory,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priceMinor: row.price_minor,
    allowsWhitelisting: row.allows_whitelisting,
    exclusivity: row.exclusivity,
    status: row.status,
    offeredAt: new Date(row.offered_at),
    decidedAt: row.decided_at === null ? null : new Date(row.decided_at),
    proposedEnd: on === null || by === null ? null : { on, by },
    agreedEnd: row.agreed_end,
    lastDay: row.last_day,
    paymentId: row.payment_id,
  };
}
