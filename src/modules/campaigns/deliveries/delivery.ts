import { type SQL, sql } from 'drizzle-orm';
import { DELIVERY_KEPT_DAYS } from '../../../platform/limits.ts';
import { TAKING_PART } from '../participants/transitions.ts';

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

/** Condition over `participants p` and `campaigns o`: the participant takes part in a campaign that sends products. Only then may the store know the address. */
export const RECEIVES_SQL: SQL = sql`(o.has_product_seeding AND o.deleted_at IS NULL AND p.status = ANY (${sql.param([...TAKING_PART])}::text[]))`;

/** When the details of `deliveries d` of a participant `p` in a campaign `o` are removed (SQL timestamptz); null: nothing has ended, and the campaign has no end. */
export const REMOVED_AT_SQL: SQL = sql`(least(o.deleted_at, o.valid_until,
  CASE WHEN p.status <> ALL (${sql.param([...TAKING_PART])}::text[]) THEN greatest(p.updated_at, d.updated_at) END)
  + make_interval(days => ${DELIVERY_KEPT_DAYS}))`;

/** Columns over `deliveries d`, its participant `p` and campaign `o`. */
export const DELIVERY_COLUMNS: SQL = sql`d.recipient, d.street, d.postal_code, d.city, d.country, d.phone, d.size, d.colour, d.note, d.updated_at,
  to_char(${REMOVED_AT_SQL} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS kept_until`;

export const deliveryOf = ({ postal_code, updated_at, kept_until, ...row }: DeliveryRow): Delivery => ({
  recipient: row.recipient,
  street: row.street,
  postalCode: postal_code,
  city: row.city,
  country: row.country,
  phone: row.phone,
  size: row.size,
  colour: row.colour,
  note: row.note,
  updatedAt: new Date(updated_at),
  keptUntil: kept_until,
});
