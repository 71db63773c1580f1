import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { BalanceDeps } from '../balances/read-balances.ts';
import type { Invoice } from './read-invoices.ts';

/**
 * The standing of a statement of a creator or agency, in minor units of its currency:
 * earned = paid + onHold + holdPeriod + storeUnpaid + payable + withdrawn.
 */
export interface Standing {
  /** The day of the reading, `YYYY-MM-DD`. */
  asOf: string;
  earned: number;
  paid: number;
  onHold: number;
  holdPeriod: number;
  storeUnpaid: number;
  payable: number;
  /** Voided, denied or refunded since the statement was issued. The next closing books it. */
  withdrawn: number;
}

/**
 * Reads the standings of statements. Invoices of stores have none.
 * @returns the standings by the id of the statement
 */
export async function readStandings(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { calendar, earningsHoldDays }: BalanceDeps,
  invoices: readonly Pick<Invoice, 'id' | 'kind' | 'totalMinor' | 'paidAt'>[],
): Promise<Map<number, Standing>> {
  const asOf = calendar.dayOf(now().getTime());
  const standings = new Map<number, Standing>();
  const statements = invoices.filter(({ kind }) => kind !== 'store');
  const nothing = { asOf, paid: 0, onHold: 0, holdPeriod: 0, storeUnpaid: 0, payable: 0, withdrawn: 0 };
  for (const { id, totalMinor } of statements.filter(({ paidAt }) => paidAt !== null))
    standings.set(id, { ...nothing, earned: totalMinor, paid: totalMinor });
  const open = statements.filter(({ paidAt }) => paidAt === null).map(({ id }) => id);
  if (open.length === 0) return standings;
  const ids = sql`${sql.param(open)}::bigint[]`;
  const { rows } = await db.execute<Omit<Standing, 'asOf' | 'paid'> & { id: number }>(sql`
    SELECT s.invoice_id AS id, s.earned, s.on_hold AS "onHold", s.hold_period AS "holdPeriod", s.store_unpaid AS "storeUnpaid", s.payable, s.withdrawn
    FROM statement_standings(${asOf}::date, ${earningsHoldDays}, ARRAY (
      SELECT DISTINCT c.user_id FROM statement_creators c WHERE c.invoice_id = ANY (${ids})), ${ids}) s`);
  for (const { id, ...figures } of rows) standings.set(id, { ...nothing, ...figures });
  return standings;
}
