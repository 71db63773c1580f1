import { type SQL, sql } from 'drizzle-orm';
import { DELIVERY_KEPT_DAYS } from '../../../platform/limits.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';

/** Where, and in which size and colour, a participant receives products; optional texts are empty. */
export interface Delivery {
  recipient: string;
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone: string;
  size: string;
  colour: string;
  note: string;
  updatedAt: Date;
  /** `YYYY-MM-DD` (UTC): the day on which it is removed, as far as it is known; null: the campaign has no end. */
  keptUntil: string | null;
}

export type DeliveryRow = Omit<Delivery, 'postalCode' | 'updatedAt' | 'keptUntil'> & {
  postal_code: string;
  updated_at: string;
  kept_until: string | null;
};

/** The statuses between the acceptance and the receipt of a product. */
export const BEFORE_RECEIPT = ['accepted', 'product_sent'] as const satisfies readonly ParticipantStatus[];

/** Condition over `participants p`: the participant is given a credit, which no parcel contains. */
const IS_GIVEN_CREDIT: SQL = sql`EXISTS (SELECT FROM participant_gifts given JOIN campaign_gifts of_campaign ON of_campaign.id = given.gift_id
  WHERE given.participant_id = p.id AND of_campaign.kind = 'credit')`;

/**
 * Condition over `participants p` and `campaigns o`: the participant has been accepted in a campaign that sends products, and has not received them. Only
 * then may the store know the address.
 */
export const RECEIVES_SQL: SQL = sql`(o.has_product_seeding AND o.deleted_at IS NULL AND p.status = ANY (${sql.param([...BEFORE_RECEIPT])}::text[]) AND NOT ${IS_GIVEN_CREDIT})`;

/** Condition over the same: nothing was sent, or what was sent has not arrived, so that the participant may correct the address. */
export const IS_UNSENT_SQL: SQL = sql`(p.status = 'accepted' OR EXISTS (
  SELECT FROM participant_gifts sent WHERE sent.participant_id = p.id AND sent.not_received_at IS NOT NULL))`;

/** When the details of `deliveries d` of a participant `p` in a campaign `o` are removed (SQL timestamptz); null: nothing has ended, and the campaign has no end. */
export const REMOVED_AT_SQL: SQL = sql`(least(o.deleted_at, o.valid_until,
  CASE WHEN p.status <> ALL (${sql.param([...BEFORE_RECEIPT])}::text[]) THEN greatest(p.updated_at, d.updated_at) END)
  + make_interval(days => ${DELIVERY_KEPT_DAYS}))`;

/** Columns over `deliveries d`, its participant `p` and campaign `o`. */
export const DELIVERY_COLUMNS: SQL = sql`d.recipient, d.street, d.postal_code, d.city, d.country, d.phone, d.size, d.colour, d.note, d.updated_at,
  to_char(${REMOVED_AT_SQL} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS kept_until`;

/** The details of a row, which may have other columns beside them. */
export const deliveryOf = (row: DeliveryRow): Delivery => ({
  recipient: row.recipient,
  street: row.street,
  postalCode: row.postal_code,
  city: row.city,
  country: row.country,
  phone: row.phone,
  size: row.size,
  colour: row.colour,
  note: row.note,
  updatedAt: new Date(row.updated_at),
  keptUntil: row.kept_until,
});
