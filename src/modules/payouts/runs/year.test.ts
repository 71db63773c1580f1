import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { simulateYear, type Year } from '../../../../tests/faults/simulated-year.ts';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { IBAN } from '../../../../tests/harness/payees.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { SqlDatabase } from '../../../platform/database/sql-database.ts';
import { manualProvider } from '../../../platform/payment-provider/manual.ts';
import { createVault } from '../../../platform/secrets/vault.ts';
import { audit, settleInvoices } from '../../payments/index.ts';
import { readPayables } from '../payable/read-payables.ts';
import { saveAccount } from '../payout-accounts/save-account.ts';
import { exportRun } from './export-run.ts';
import { makeRun, previewRun } from './make-run.ts';
import { setMinimum } from './minimums.ts';
import { markRunPaid, returnPayout } from './settle-payouts.ts';

const { pool } = await createTestDatabase();
const db = new SqlDatabase(pool);
const calendar = createCalendar('Europe/Stockholm');
const vault = createVault([randomBytes(32)]);
const COMPANY = {
  name: 'Tributary AB',
  lines: [],
  vatNumber: null,
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};
const payouts = {
  accountDelayDays: 0,
  approvalAboveEur: 999_999_999,
  vies: null,
  debtor: { iban: IBAN, bic: null },
};
const deps = { payouts, vault, calendar, earningsHoldDays: 0, company: COMPANY, paymentProvider: manualProvider };
const CURRENCIES = ['SEK', 'EUR', 'JPY'] as const;
/** Minor units; the minimum in yen exceeds all earnings of a month. */
const MINIMUMS = { SEK: 20_000, EUR: 1_000, JPY: 400_000 };

it('A year of payouts with VAT, minimums, holds and returns equals an independent ledger', async () => {
  const adminId = await createMarket(pool).user({ isAdmin: true });
  const actor: Context['actor'] = {
    userId: adminId,
    isAdmin: true,
    storeIds: [],
    agencyIds: [],
    memberOfAgencyId: null,
  };
  await pool.query(
    `INSERT INTO exchange_rates (day, currency, units_per_eur, source) VALUES ('2024-12-31', 'SEK', 11, 'test'), ('2024-12-31', 'EUR', 1, 'test'),
       ('2024-12-31', 'JPY', 160, 'test')`,
  );
  /** The paid amounts by payee and currency. */
  const paid = new Map<string, number>();
  const counts = { paid: 0, returned: 0, carried: 0, held: 0 };

  const afterClosing = async (year: Year, month: string, at: Date) => {
    const ctx = { db, now: () => at, actor };
    const today = calendar.dayOf(at.getTime());
    const { rows } = await pool.query(`SELECT id FROM invoices WHERE kind = 'store' AND paid_at IS NULL`);
    await db.transaction((tx) =>
      settleInvoices(
        tx,
        rows.map(({ id }) => ({ invoiceId: id, paidAt: at })),
        { now: at, calendar },
      ),
    );
    if (month === '2025-01') {
      for (const { kind: account, id } of year.payees)
        await saveAccount(
          ctx,
          { vault, accountDelayDays: 0 },
          { account, id },
          { method: 'iban', holder: 'Company', iban: IBAN },
        );
      for (const currency of CURRENCIES)
        await setMinimum(ctx, {
          agencyId: null,
          minimum: { amount: amountOf(MINIMUMS[currency], currency), currency },
        });
    }
    const held = month === '2025-02' ? year.payees.find(({ kind }) => kind === 'creator')! : null;
    if (held !== null)
      await pool.query(`INSERT INTO payout_holds (user_id, reason, created_at) VALUES ($1, 'x', now())`, [held.id]);

    for (const currency of CURRENCIES) {
      const expected: Record<string, number> = {};
      for (const { kind, id } of year.payees) {
        const key = `${kind} ${id}`;
        const open = year.ledger.statedTo(kind, id, currency) - (paid.get(`${key} ${currency}`) ?? 0);
        const isHeld = held?.kind === kind && held.id === id;
        if (open > 0 && isHeld) counts.held += 1;
        else if (open > 0 && open < MINIMUMS[currency]) counts.carried += 1;
        else if (open > 0) expected[key] = open;
      }
      const request = { currency, cutOff: today };
      const { due, fingerprint } = await previewRun(ctx, deps, request);
      expect(
        Object.fromEntries(due.map((one) => [`${one.account} ${one.payeeId}`, one.available])),
        `${month} ${currency}`,
      ).toEqual(expected);
      if (due.length === 0) continue;
      const run = await makeRun(ctx, deps, { ...request, fingerprint });
      await exportRun(ctx, deps, { runId: run.id, format: 'pain.001.001.09' });
      await markRunPaid(ctx, deps, { runId: run.id, paidOn: today });
      counts.paid += due.length;
      for (const one of due) {
        const key = `${one.account} ${one.payeeId} ${currency}`;
        paid.set(key, (paid.get(key) ?? 0) + one.available);
      }
      if (currency === 'SEK' && month !== '2025-03') {
        const payout = (
          await pool.query(
            'SELECT id, account, coalesce(user_id, agency_id) AS payee, amount_minor FROM payouts WHERE run_id = $1 ORDER BY id LIMIT 1',
            [run.id],
          )
        ).rows[0];
        await returnPayout(ctx, deps, { payoutId: payout.id, returnedOn: today, reason: 'closed' });
        const key = `${payout.account} ${payout.payee} ${currency}`;
        paid.set(key, paid.get(key)! - payout.amount_minor);
        counts.returned += 1;
      }
    }
    await pool.query(`UPDATE payout_holds SET released_at = now(), release_reason = 'x' WHERE released_at IS NULL`);
  };

  const year = await simulateYear(pool, { months: 12, clicks: 40, seed: 5, afterClosing });
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  expect(await year.ledger.findDifferences(pool)).toEqual([]);
  const findings = await audit(db);
  expect(findings.filter(({ faults }) => faults > 0)).toEqual([]);
  expect(findings.find(({ title }) => title.startsWith('Payouts are booked'))!.examined).toBe(counts.paid);
  expect(await readPayables({ db, now: () => new Date('2025-05-04T10:00:00Z') }, deps, { limit: 50 })).not.toEqual([]);

  // Planted errors: another amount, an account of another payee, and a payout that is booked twice.
  const planted = [
    `UPDATE payouts SET amount_minor = amount_minor + 1 WHERE id = (SELECT min(id) FROM payouts)`,
    `UPDATE payouts p SET payout_account_id = (SELECT max(id) FROM payout_accounts a WHERE a.id <> p.payout_account_id)
     WHERE id = (SELECT min(id) FROM payouts)`,
    `INSERT INTO single_entries (booking, at, month, account, part, user_id, agency_id, currency, amount_minor, origin_kind, origin_id)
     SELECT (SELECT max(booking) + 1 FROM ledger_entries), at, month, account, part, user_id, agency_id, currency, amount_minor, origin_kind, origin_id
     FROM ledger_entries WHERE booking = (SELECT max(booking) FROM ledger_entries WHERE origin_kind = 'payout')`,
  ];
  let before = 0;
  for (const statement of planted) {
    await pool.query(statement);
    const faults = (await audit(db)).reduce((sum, finding) => sum + finding.faults, 0);
    expect(faults, statement).toBeGreaterThan(before);
    before = faults;
  }
}, 120_000);

const amountOf = (minor: number, currency: string) => (currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2));
