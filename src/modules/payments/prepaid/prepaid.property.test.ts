import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { audit } from '../audit/audit.ts';
import { issueCreditNote } from '../credit-notes/issue-credit-note.ts';
import { settleInvoices } from '../imports/mark-paid.ts';
import { takeBackPayment } from '../invoices/take-back-payment.ts';
import { closeAllPeriods } from '../periods/close-period.ts';
import { recordPrepayment, refundPrepaid } from './prepay.ts';

const calendar = createCalendar('UTC');
const company = {
  name: 'Tributary AB',
  lines: ['Skeppsbron 2'],
  vatNumber: 'SE559000000001',
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};
const deps = { calendar, company };
const database = await createTestDatabase();
const { db, pool } = database;
const market = createMarket(pool);
const record = clickRecorder(database, calendar);
const userId = await market.user({ isAdmin: true });
const creator = await market.user();

/** The record of an invoice in the independent model; minor units. */
interface Sheet {
  id: number;
  net: number;
  rate: number;
  creditedNet: number;
  offset: number;
  fromBalance: number;
  byBank: number;
}
interface Account {
  storeId: number;
  code: string;
  rate: number;
  cpc: number;
  balance: number;
  /** All payments of the store at the bank, less the repayments. */
  received: number;
  clicks: number;
  sheets: Sheet[];
}

const vat = (net: number, rate: number) => Math.floor((net * rate + 50) / 100);
const gross = ({ net, rate }: Pick<Sheet, 'net' | 'rate'>) => net + vat(net, rate);
const open = (sheet: Sheet) => gross(sheet) - sheet.offset - sheet.fromBalance - sheet.byBank;

/** The balance pays the oldest open invoices. */
function useBalance(account: Account): void {
  for (const sheet of account.sheets) {
    const part = Math.min(account.balance, open(sheet));
    sheet.fromBalance += part;
    account.balance -= part;
  }
}

const step = fc.record({
  store: fc.nat(1),
  kind: fc.constantFrom(
    'clicks',
    'prepay',
    'prepay',
    'credit',
    'credit',
    'pay',
    'take-back',
    'refund',
    'close',
    'close',
  ),
  which: fc.nat(5),
  amount: fc.integer({ min: 1, max: 9_000 }),
  isAll: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let month = 0;
const monthOf = (n: number) => `${2030 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;

async function openAccounts(): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const [country, currency, vatNumber, rate, cpc] of [
    ['SE', 'SEK', null, 25, 333],
    ['DE', 'EUR', 'DE123456789', 0, 47],
  ] as const) {
    const storeId = await market.store({ currency, creditMinor: 100_000_000 });
    await pool.query('UPDATE stores SET country = $2, vat_number = $3 WHERE id = $1', [storeId, country, vatNumber]);
    await market.price({ storeId, cpcMinor: cpc - 7, invoiceCpcMinor: cpc });
    const { code } = await market.link({ userId: creator, storeId });
    accounts.push({ storeId, code, rate, cpc, balance: 0, received: 0, clicks: 0, sheets: [] });
  }
  return accounts;
}

/** Whether the step was refused. */
const refused = (act: Promise<unknown>) =>
  act.then(
    () => false,
    (error) => {
      if (error instanceof RuleRefused || error instanceof InvalidInput) return true;
      throw error;
    },
  );

async function take({ store, kind, which, amount, isAll }: Step, accounts: Account[]): Promise<void> {
  const now = new Date(`${monthOf(month)}-20T10:00:00Z`);
  const day = now.toISOString().slice(0, 10);
  const ctx = { db, now: () => now, actor: { userId } as never };
  const account = accounts[store]!;
  const sheet = account.sheets[which % Math.max(1, account.sheets.length)];
  if (kind === 'clicks') {
    const count = 1 + (amount % 5);
    await record(
      Array.from({ length: count }, () => ({
        code: account.code,
        at: new Date(`${monthOf(month)}-10T10:00:00Z`),
        visitor: String(Math.random()),
      })),
    );
    account.clicks += count;
  } else if (kind === 'prepay') {
    await recordPrepayment(ctx, deps, { storeId: account.storeId, amountMinor: amount, day, reason: 'x' });
    account.balance += amount;
    account.received += amount;
    useBalance(account);
  } else if (kind === 'refund') {
    const isRefused = await refused(
      refundPrepaid(ctx, deps, {
        storeId: account.storeId,
        amount: { minor: amount, field: 'amount' },
        day,
        reason: 'x',
      }),
    );
    expect(isRefused).toBe(amount > account.balance);
    if (isRefused) return;
    account.balance -= amount;
    account.received -= amount;
  } else if (kind === 'close') {
    month += 1;
    await closeAllPeriods({ db, now: () => new Date(`${monthOf(month)}-02T10:00:00Z`), actorId: null }, deps);
    for (const one of accounts) {
      const net = one.clicks * one.cpc;
      one.clicks = 0;
      if (net === 0) continue;
      const { rows } = await pool.query<{ id: number }>(
        `SELECT max(id) AS id FROM invoices WHERE store_id = $1 AND credits_id IS NULL`,
        [one.storeId],
      );
      one.sheets.push({ id: rows[0]!.id, net, rate: one.rate, creditedNet: 0, offset: 0, fromBalance: 0, byBank: 0 });
      useBalance(one);
    }
  } else if (sheet === undefined) {
    return;
  } else if (kind === 'credit') {
    const left = sheet.net - sheet.creditedNet;
    const isRefused = await refused(
      issueCreditNote(ctx, deps, {
        invoiceId: sheet.id,
        net: () => (isAll ? undefined : { minor: amount, field: 'net' }),
        reason: 'x',
      }),
    );
    const net = isAll ? left : amount;
    expect(isRefused).toBe(left === 0 || net > left);
    if (isRefused) return;
    const total = net + vat(sheet.creditedNet + net, sheet.rate) - vat(sheet.creditedNet, sheet.rate);
    const offset = Math.min(total, open(sheet));
    sheet.creditedNet += net;
    sheet.offset += offset;
    account.balance += total - offset;
    useBalance(account);
  } else if (kind === 'pay') {
    const amountOpen = open(sheet);
    await db.transaction((tx) => settleInvoices(tx, [{ invoiceId: sheet.id, paidAt: now }], { now, calendar }));
    sheet.byBank += amountOpen;
    account.received += amountOpen;
  } else {
    const isRefused = await refused(takeBackPayment(ctx, deps, { invoiceId: sheet.id }));
    expect(isRefused).toBe(sheet.byBank === 0);
    if (isRefused) return;
    account.received -= sheet.byBank;
    sheet.byBank = 0;
    useBalance(account);
  }
}

/** The state of a store in the database, in the form of the independent model. */
async function readAccount({ storeId }: Account) {
  const { rows: sheets } = await pool.query(
    `SELECT id, net_minor AS net, open_minor AS open, offset_minor AS "offset", prepaid_minor AS "fromBalance", paid_at IS NOT NULL AS "isPaid",
       coalesce((SELECT -sum(n.total_minor) FROM invoices n WHERE n.credits_id = i.id), 0)::int AS credited
     FROM invoices i WHERE store_id = $1 AND credits_id IS NULL ORDER BY id`,
    [storeId],
  );
  const { rows } = await pool.query(
    `SELECT c.prepaid_minor AS balance, c.incurred_minor AS incurred, (SELECT coalesce(-sum(b.amount_minor), 0)::int FROM ledger_entries b WHERE b.account = 'bank'
       AND EXISTS (SELECT FROM ledger_entries e WHERE e.booking = b.booking AND e.store_id = c.store_id)) AS received
     FROM store_credit c WHERE c.store_id = $1`,
    [storeId],
  );
  return { ...rows[0], sheets };
}

it('no money appears or disappears with prepayments, invoices, credit notes, payments and refunds in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 22 }), async (steps) => {
      const accounts = await openAccounts();
      for (const one of steps) await take(one, accounts);
      for (const account of accounts) {
        const found = await readAccount(account);
        expect(found.balance).toBe(account.balance);
        expect(found.received).toBe(account.received);
        expect(found.sheets).toEqual(
          account.sheets.map((sheet) => ({
            id: sheet.id,
            net: sheet.net,
            open: open(sheet),
            offset: sheet.offset,
            fromBalance: sheet.fromBalance,
            isPaid: open(sheet) === 0,
            credited: sheet.creditedNet + vat(sheet.creditedNet, sheet.rate),
          })),
        );
        // Every invoiced amount that was not credited is either open, or was received and is not in the balance.
        const sums = account.sheets.reduce(
          (sum, one) => sum + gross(one) - one.creditedNet - vat(one.creditedNet, one.rate),
          0,
        );
        const opens = found.sheets.reduce((sum: number, one: { open: number }) => sum + one.open, 0);
        expect(sums).toBe(opens + found.received - found.balance);
        expect(found.incurred).toBeGreaterThanOrEqual(account.clicks * account.cpc);
      }
      expect((await audit(db)).filter(({ faults }) => faults > 0)).toEqual([]);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 15) },
  );
}, 600_000);
