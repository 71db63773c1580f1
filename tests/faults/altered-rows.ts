import type pg from 'pg';
import { findFaultsInMoney } from './audit.ts';

/** Alters one row by one minor unit, and restores it. */
interface Alteration {
  what: string;
  alter: string;
  restore: string;
}

const byOne = (what: string, table: string, columns: string, condition?: string): Alteration => {
  const id = `(SELECT id FROM ${table} ${condition === undefined ? '' : `WHERE ${condition}`} ORDER BY id LIMIT 1)`;
  const changed = (sign: '+' | '-') =>
    columns
      .split(', ')
      .map((column) => `${column} = ${column} ${sign} 1`)
      .join(', ');
  return {
    what,
    alter: `UPDATE ${table} SET ${changed('+')} WHERE id = ${id}`,
    restore: `UPDATE ${table} SET ${changed('-')} WHERE id = ${id}`,
  };
};

const FIRST_DAY = '(day, store_id) = (SELECT day, store_id FROM store_days ORDER BY 1, 2 LIMIT 1)';

export const ALTERATIONS: readonly Alteration[] = [
  byOne('the cost of a click', 'clicks', 'cost_minor', 'class = 0'),
  byOne('the worth of an order', 'orders', 'value_minor', `status = 'approved'`),
  byOne('a payment', 'one_time_payments', 'user_minor'),
  byOne('an invoice', 'invoices', 'net_minor, total_minor'),
  byOne('a line of an invoice', 'invoice_lines', 'amount_minor'),
  {
    what: 'a day’s total',
    alter: `UPDATE store_days SET cost_minor = cost_minor + 1 WHERE ${FIRST_DAY}`,
    restore: `UPDATE store_days SET cost_minor = cost_minor - 1 WHERE ${FIRST_DAY}`,
  },
];

/** Alters one row at a time. @returns the alterations that the audit did not find; every row is restored */
export async function alterationsMissed(pool: pg.Pool): Promise<string[]> {
  const missed: string[] = [];
  for (const { what, alter, restore } of ALTERATIONS) {
    const { rowCount } = await pool.query(alter);
    if (rowCount !== 1) throw new Error(`there is nothing to alter: ${what}`);
    if ((await findFaultsInMoney(pool)).length === 0) missed.push(what);
    await pool.query(restore);
  }
  return missed;
}
