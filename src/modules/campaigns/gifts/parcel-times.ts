import { type SQL, sql } from 'drizzle-orm';
import { RECEIVED_AFTER_DAYS } from './gift.ts';

/** Days that a creator has at least to say that nothing has arrived, after the parcel was entered or reported as delivered. */
const DAYS_TO_OBJECT = 3;

/**
 * When `participant_gifts x` with its `campaign_gifts g` (or none) counts as received by itself (SQL timestamptz): some days after the sending, or after
 * the carrier has reported the delivery. Null: nothing was sent.
 */
export const RECEIVED_AT_SQL: SQL = sql`greatest(
  least(x.sent_at + make_interval(days => coalesce(g.received_after_days, ${RECEIVED_AFTER_DAYS})), x.delivered_at + make_interval(days => ${DAYS_TO_OBJECT})),
  x.noted_at + make_interval(days => ${DAYS_TO_OBJECT}))`;
