import type pg from 'pg';
import { createToken } from '../../src/modules/accounts/index.ts';
import { closePeriod, settleInvoices } from '../../src/modules/payments/index.ts';
import { CONSENT_VERSION, consent, saveAccount, savePayee } from '../../src/modules/payouts/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import type { Vault } from '../../src/platform/secrets/vault.ts';
import { createMarket } from '../harness/market.ts';

const calendar = createCalendar('Europe/Stockholm');
const company = {
  name: 'Tributary AB',
  lines: [],
  vatNumber: null,
  bankAccount: null,
  country: 'SE',
  vatRatePpm: 250_000,
};

/** The due amounts by payee, in minor units of SEK, added up without the ledger. */
export interface PayoutMarket {
  adminToken: string;
  due: Map<number, number>;
}

type GivenAccount = Parameters<typeof saveAccount>[3];

const bankAccountOf = (holder: string) => ({ method: 'iban', holder, iban: 'SE4550000000058398257466' }) as const;

/** Creates creators with complete payout data, each with one due payment of a closed month whose invoice the store has paid. */
export async function makePayoutMarket(
  pool: pg.Pool,
  vault: Vault,
  creators: number,
  accountOf: (holder: string) => GivenAccount = bankAccountOf,
): Promise<PayoutMarket> {
  const market = createMarket(pool);
  const db = new SqlDatabase(pool);
  const now = () => new Date();
  const admin = await market.user({ isAdmin: true });
  const storeId = await market.store();
  const month = new Date(Date.UTC(now().getUTCFullYear(), now().getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
  const due = new Map<number, number>();
  for (let index = 0; index < creators; index++) {
    const userId = await market.user();
    const minor = 10_000 + index * 137;
    due.set(userId, minor);
    await pool.query(
      `INSERT INTO one_time_payments (store_id, user_id, user_minor, currency, payment_date, comment) VALUES ($1, $2, $3, 'SEK', $4, 'Film')`,
      [storeId, userId, minor, `${month}-05`],
    );
    const actor = { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    const [ctx, owner] = [{ db, now, actor }, { account: 'creator', id: userId } as const];
    await savePayee(ctx, { vies: null }, owner, {
      kind: 'person',
      legalName: `Creator ${index}`,
      street: 'Storgatan 1',
      postalCode: '111 22',
      city: 'Stockholm',
      country: 'SE',
      vatNumber: null,
      vatStatus: 'none',
      taxNumber: null,
      taxFields: {},
    });
    await consent(ctx, owner, { version: CONSENT_VERSION });
    await saveAccount(ctx, { vault, accountDelayDays: 0, hasTransfers: true }, owner, accountOf(`Creator ${index}`));
  }
  await closePeriod({ db, now, actorId: null }, { calendar, company }, { month });
  const { rows } = await pool.query<{ id: number }>("SELECT id FROM invoices WHERE kind = 'store'");
  const paid = rows.map(({ id }) => ({ invoiceId: Number(id), paidAt: now() }));
  await db.transaction((tx) => settleInvoices(tx, paid, { now: now(), calendar }));
  const { raw } = await createToken({ db, now }, { userId: admin, purpose: 'api' });
  return { adminToken: raw, due };
}
