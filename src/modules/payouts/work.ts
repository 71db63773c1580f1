import { type SQL, sql } from 'drizzle-orm';
import { type AgencyTaskSource, agencyTaskColumns } from '../../platform/work/agency-task.ts';
import { adminWork, agencyWork, creatorWork, type WorkSource, workColumns } from '../../platform/work/work-source.ts';
import { CONSENT_VERSION } from './payees/consent-text.ts';

/** Condition: this payee has not saved all data that a payout in the currency requires. */
const lacksData = (owner: SQL, currency: SQL): SQL => sql`NOT EXISTS (
  SELECT FROM payees p JOIN payee_consents k ON k.payee_id = p.id AND k.version = ${CONSENT_VERSION}
  JOIN payout_accounts a ON a.payee_id = p.id AND a.removed_at IS NULL AND (a.currency = ${currency} OR a.currency IS NULL)
  WHERE ${owner})`;

/** Open tasks about payouts. */
export const PAYOUT_WORK = {
  runs_to_approve: [
    adminWork(
      ({ userId }) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, recordId: sql`CASE WHEN count(*) = 1 THEN min(r.id) END` })}
        FROM payout_runs r WHERE r.status = 'draft' AND r.needs_approval AND r.created_by <> ${userId}`,
    ),
  ],
  // Creators whom their agency or another payment system pays need no data here.
  payout_data_missing: [
    creatorWork(
      ({ userId, today }) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, amountMinor: sql`sum(i.open_minor)`, currency: sql`i.currency` })}
        FROM invoices i JOIN users u ON u.id = i.user_id
        WHERE i.user_id = ${userId} AND i.paid_at IS NULL AND ${lacksData(sql`p.user_id = i.user_id`, sql`i.currency`)}
          AND payment_system_of(u.id, u.agency_id, ${today}::date) = 0 GROUP BY i.currency`,
    ),
    agencyWork(
      'finance',
      (agencies) => sql`
        SELECT ${workColumns({
          count: sql`count(*)`,
          agencyId: sql`i.agency_id`,
          amountMinor: sql`sum(i.open_minor)`,
          currency: sql`i.currency`,
        })}
        FROM invoices i WHERE i.agency_id = ANY (${agencies}) AND i.paid_at IS NULL
          AND ${lacksData(sql`p.agency_id = i.agency_id`, sql`i.currency`)} GROUP BY i.agency_id, i.currency`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;

/** The creators of an agency who have earned a payout that lacks their data. As for the creators themselves, others pay some of them. */
export const PAYOUT_TASKS_OF_AGENCY = {
  payout_details: (reader) => sql`
    SELECT ${agencyTaskColumns({ userId: sql`i.user_id` })} FROM invoices i JOIN users u ON u.id = i.user_id
    WHERE i.user_id = ANY (${reader.creators}) AND i.paid_at IS NULL AND ${lacksData(sql`p.user_id = i.user_id`, sql`i.currency`)}
      AND payment_system_of(u.id, u.agency_id, ${reader.today}::date) = 0 GROUP BY i.user_id`,
} satisfies Record<string, AgencyTaskSource>;
