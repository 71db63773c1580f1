/**
 * Simulates a year and compares its invoices with an independently computed ledger: prices that change at noon, late clicks and orders, refunds, payments,
 * three currencies, VAT of every kind.
 *
 *   npx tsx tests/faults/money.ts [months = 12] [clicks in half a month = 500] [seed = 1]
 *
 * Control: one altered row of each kind must be found by the audit.
 */

import { ALTERATIONS, alterationsMissed } from './altered-rows.ts';
import { findFaultsInMoney, makeDataDir, printTable, withDatabase } from './audit.ts';
import { simulateYear } from './simulated-year.ts';
import { conclude } from './verdict.ts';

const [months = 12, clicks = 500, seed = 1] = process.argv.slice(2).map(Number);

const { dataDir, remove } = await makeDataDir();
try {
  await withDatabase(dataDir, async (pool) => {
    const { ledger, counts } = await simulateYear(pool, { months, clicks, seed });
    const differences = await ledger.findDifferences(pool);
    const faults = await findFaultsInMoney(pool);
    const missed = await alterationsMissed(pool);
    const { rows } = await pool.query(
      `SELECT count(DISTINCT booking)::int AS bookings, (SELECT count(*)::int FROM (SELECT FROM ledger_entries GROUP BY booking, currency
         HAVING sum(amount_minor) <> 0) u) AS unbalanced FROM ledger_entries`,
    );
    printTable([
      ...Object.entries({
        clicks: counts.clicks,
        'of a month closed before': counts.late,
        orders: counts.orders,
        'reported after their month was closed': counts.lateOrders,
        refunds: counts.refunds,
        payments: counts.payments,
        'invoices compared': ledger.invoices,
        'of which differ': differences.length,
        bookings: rows[0].bookings,
        'that do not balance': rows[0].unbalanced,
        'faults in the audit': faults.length,
        'invoiced to stores, minor units': JSON.stringify(ledger.totals()),
        'control: altered rows found': `${ALTERATIONS.length - missed.length} of ${ALTERATIONS.length}`,
      }).map(([figure, value]) => ({ figure, value: value as string | number })),
    ]);
    const unbalanced = rows[0].unbalanced > 0 ? ['bookings do not balance'] : [];
    conclude([...differences.slice(0, 5), ...faults, ...unbalanced, ...missed.map((what) => `not found: ${what}`)]);
  });
} finally {
  await remove();
}
