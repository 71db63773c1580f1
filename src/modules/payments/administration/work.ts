import { type SQL, sql } from 'drizzle-orm';
import {
  adminWork,
  endOfDayAt,
  storeWork,
  type WorkReader,
  type WorkSource,
  workColumns,
} from '../../../platform/work/work-source.ts';
import { NEEDS_ATTENTION } from '../payment-links/payment-link.ts';
import { FIRST_OPEN } from '../periods/closable-months.ts';
import { isIncomplete, lacksPaymentSetup } from './list-store-balances.ts';

/** A month that remains open for longer must be closed by the command line. */
const MAX_MONTHS = 24;

/** Overdue documents and others are separate tasks, each with its own number, sum and first date. */
const isOverdue = ({ today }: WorkReader): SQL => sql`i.payment_date < ${today}::date`;

const unpaid = (kind: 'store' | 'client' | 'creator'): WorkSource[] => [
  adminWork(
    (reader) => sql`
      SELECT ${workColumns({ count: sql`count(*)`, dueAt: endOfDayAt(sql`min(i.payment_date)`, reader) })}
      FROM invoices i WHERE i.kind = ${kind} AND i.paid_at IS NULL GROUP BY ${isOverdue(reader)}`,
  ),
];

const closableMonths = ({ today }: WorkReader): SQL => sql`(
  SELECT g FROM generate_series(${FIRST_OPEN}::timestamp, date_trunc('month', ${today}::timestamp) - interval '1 month', interval '1 month') g
  ORDER BY g LIMIT ${MAX_MONTHS}) m`;

/** Open tasks about invoices and payments. */
export const PAYMENT_WORK = {
  invoices_to_pay: [
    storeWork(
      'finance',
      (stores, reader) => sql`
        SELECT ${workColumns({
          count: sql`count(*)`,
          subject: sql`CASE WHEN count(*) = 1 THEN min(i.number) END`,
          storeId: sql`i.store_id`,
          amountMinor: sql`sum(i.open_minor)`,
          currency: sql`i.currency`,
          dueAt: endOfDayAt(sql`min(i.payment_date)`, reader),
        })}
        FROM invoices i WHERE i.store_id = ANY (${stores}) AND i.kind = 'store' AND i.paid_at IS NULL GROUP BY i.store_id, i.currency, ${isOverdue(reader)}`,
    ),
  ],
  payment_method_missing: [
    storeWork(
      'finance',
      (stores, reader) => sql`
        SELECT ${workColumns({ count: sql`1`, storeId: sql`s.id` })} FROM stores s
        WHERE s.id = ANY (${stores}) AND s.approval = 'approved' AND s.deactivated_at IS NULL AND s.deleted_at IS NULL
          AND ${lacksPaymentSetup(reader.isPaymentSetupRequired)}`,
    ),
  ],
  // `subject`: the first month, which is to be closed before the others.
  months_to_close: [
    adminWork(
      (reader) => sql`
        SELECT ${workColumns({ count: sql`count(*)`, subject: sql`to_char(min(m.g), 'YYYY-MM')` })} FROM ${closableMonths(reader)}`,
    ),
  ],
  payments_to_check: [
    adminWork(() => sql`SELECT ${workColumns({ count: sql`count(*)` })} FROM payment_links l WHERE ${NEEDS_ATTENTION}`),
  ],
  unpaid_store_invoices: unpaid('store'),
  unpaid_client_statements: unpaid('client'),
  unpaid_creator_statements: unpaid('creator'),
  stores_incomplete: [
    adminWork(
      (reader) => sql`
        SELECT ${workColumns({ count: sql`count(*)` })} FROM stores s
        WHERE s.deleted_at IS NULL AND s.deactivated_at IS NULL AND ${isIncomplete(reader.isPaymentSetupRequired)}`,
    ),
  ],
} satisfies Record<string, readonly WorkSource[]>;
