import type pg from 'pg';
import {
  approveRun,
  CONSENT_VERSION,
  cancelRun,
  consent,
  exportRun,
  listPayouts,
  makeRun,
  type Owner,
  previewRun,
  readBankFile,
  saveAccount,
  savePayee,
  setMinimum,
} from '../modules/payouts/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { readReport } from '../platform/bank-files/read-report.ts';
import type { Calendar } from '../platform/calendar.ts';
import { toDecimalString } from '../platform/money.ts';
import { MAX_PAGE_SIZE } from '../platform/page-size.ts';
import { manualProvider } from '../platform/payment-provider/manual.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { bankStatement, type StatementLine } from './bank-statement.ts';
import { COMPANY } from './closing.ts';
import { keepQuiet } from './keep-quiet.ts';
import { openTransaction } from './open-transaction.ts';
import { AGENCY_PAYEES, CREATOR_PAYEES, type DemoPayee } from './payee-facts.ts';
import type { People } from './people.ts';
import type { CreatorName, StaffName } from './personas.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

const DAY_MS = 86_400_000;
/**
 * Time from the beginning of the season's second month until stores have paid and the earnings are no longer held.
 */
const STORES_PAID_MS = 16 * DAY_MS + 9 * 3_600_000;
const EARNINGS_HOLD_DAYS = 14;
const ACCOUNT_DELAY_DAYS = 3;
/** Days before today on which payees were set up. */
const SET_UP_DAYS = -90;
/** The limit in euros. In the demo, a second administrator approves every run. */
const APPROVAL_ABOVE_EUR = 0;

interface PayoutDeps {
  calendar: Calendar;
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  vault: Vault;
}

/**
 * Sets up payees in every state, settles some invoices of stores with a bank statement, sends the euros to accounts that the bank
 * returns, cancels a run in pounds, and leaves kronor that are due. Everything is done by the regular use cases at times in the
 * past. No creator has been paid by a run, so every statement can still be marked as paid by hand, as scripts do.
 */
export async function playPayouts(client: pg.PoolClient, deps: PayoutDeps): Promise<void> {
  await setUpPayees(client, deps);
  await setMinimums(client, deps);
  await storesPay(client, deps);
  await sendEuros(client, deps);
  await cancelPounds(client, deps);
  await keepQuiet(client);
}

/** Gives creators and agencies their payout accounts. */
export async function setUpPayees(client: pg.PoolClient, deps: PayoutDeps): Promise<void> {
  const { users, agencies } = deps.people;
  for (const [name, payee] of Object.entries(CREATOR_PAYEES)) {
    const id = users[name as CreatorName];
    await setUp(client, deps, { owner: { account: 'creator', id }, userId: id, payee });
  }
  const representatives: [keyof typeof AGENCY_PAYEES, StaffName][] = [
    ['alster', 'henrik'],
    ['nordljus', 'astrid'],
  ];
  for (const [agency, staff] of representatives) {
    const owner: Owner = { account: 'client', id: agencies[agency] };
    await setUp(client, deps, { owner, userId: users[staff], payee: AGENCY_PAYEES[agency] });
  }
}

async function setUp(
  client: pg.PoolClient,
  { time, vault }: PayoutDeps,
  { owner, userId, payee }: { owner: Owner; userId: number; payee: DemoPayee },
): Promise<void> {
  const at = (days: number) => contextOf(client, userId, time.at(days, 10));
  await savePayee(at(SET_UP_DAYS), { vies: null }, owner, payee.details);
  if (payee.hasConsent) await consent(at(SET_UP_DAYS), owner, { version: CONSENT_VERSION });
  const deps = { vault, accountDelayDays: ACCOUNT_DELAY_DAYS };
  if (payee.account !== null) await saveAccount(at(payee.isNew ? -1 : SET_UP_DAYS), deps, owner, payee.account);
}

/** Alster has a lower minimum payout than its market, which its earnings reach regardless of the time at which the demo is loaded. */
async function setMinimums(client: pg.PoolClient, { people, time }: PayoutDeps): Promise<void> {
  const ctx = contextOf(client, people.users.ingrid, time.at(SET_UP_DAYS, 11));
  await setMinimum(ctx, { agencyId: people.agencies.alster, minimum: { amount: '1.00', currency: 'EUR' } });
}

/** An invoice of a store as its bank transfer names it. */
interface OpenInvoice {
  number: string;
  currency: string;
  total_minor: number;
  payer: string;
}

/**
 * Three stores pay: one with the number of the invoice, one with its amount and name, one with the number. A fourth pays too little.
 * There is also a bank fee.
 */
async function storesPay(client: pg.PoolClient, deps: PayoutDeps): Promise<void> {
  const { stores, time } = deps;
  const day = dayOf(deps, time, 0);
  const line = (invoice: OpenInvoice, reference: string, minor = invoice.total_minor): StatementLine => ({
    direction: 'in',
    amount: toDecimalString({ minor, currency: invoice.currency }),
    currency: invoice.currency,
    day,
    party: invoice.payer,
    reference,
  });
  const invoiceOf = async (store: number): Promise<OpenInvoice> => {
    const { rows } = await client.query<OpenInvoice>(
      "SELECT number, currency, total_minor, parties->'buyer'->>'name' AS payer FROM invoices WHERE store_id = $1 ORDER BY id LIMIT 1",
      [store],
    );
    return rows[0]!;
  };
  const [lumi, kiezrad, thistle, fjall] = [
    await invoiceOf(stores.lumi),
    await invoiceOf(stores.kiezrad),
    await invoiceOf(stores.thistleAndRye),
    await invoiceOf(stores.fjallOchFunkis),
  ];
  await readStatement(client, deps, 0, 'DEMO-1', [
    line(lumi, `Faktura ${lumi.number}`),
    line(kiezrad, 'Danke!'),
    line(thistle, `Invoice ${thistle.number}`),
    line(fjall, `Faktura ${fjall.number}`, fjall.total_minor - 10_000),
    { direction: 'out', amount: '45.00', currency: 'SEK', day, party: 'Stadsbanken', reference: 'Account fee' },
  ]);
}

/** A run in euros: created, approved, exported, and paid by the bank on the next day. Two days later, every payment is returned. */
async function sendEuros(client: pg.PoolClient, deps: PayoutDeps): Promise<void> {
  const { people, time } = deps;
  const made = await makeRunOf(client, deps, { currency: 'EUR', by: people.users.ylva, afterDays: 1 });
  if (made === null) return;
  const admin = contextOf(client, people.users.ingrid, settledAt(time, 1));
  if (made.needsApproval) await approveRun(admin, { runId: made.id });
  await exportRun(admin, runDeps(deps), { runId: made.id, format: 'pain.001.001.09' });
  const { items } = await listPayouts(admin, { runId: made.id }, { page: 1, size: MAX_PAGE_SIZE, offset: 0 });
  const lines = items.map(
    ({ endToEndId, amountMinor: minor, payeeName }): StatementLine => ({
      direction: 'out',
      amount: toDecimalString({ minor, currency: 'EUR' }),
      currency: 'EUR',
      day: dayOf(deps, time, 2),
      party: payeeName,
      endToEndId,
    }),
  );
  await readStatement(client, deps, 2, 'DEMO-2', lines);
  const returned = { direction: 'in', day: dayOf(deps, time, 4), returnReason: 'AC04' } as const;
  await readStatement(
    client,
    deps,
    4,
    'DEMO-3',
    lines.map((line) => ({ ...line, ...returned })),
  );
}

/** A run in pounds that another administrator cancels instead of approving. */
async function cancelPounds(client: pg.PoolClient, deps: PayoutDeps): Promise<void> {
  const { people, time } = deps;
  const made = await makeRunOf(client, deps, { currency: 'GBP', by: people.users.ylva, afterDays: 5 });
  if (made === null) return;
  const admin = contextOf(client, people.users.ingrid, settledAt(time, 5));
  await cancelRun(admin, { runId: made.id, reason: 'Pounds are paid out with the next run.' });
}

async function makeRunOf(
  client: pg.PoolClient,
  deps: PayoutDeps,
  { currency, by, afterDays }: { currency: string; by: number; afterDays: number },
) {
  const ctx = contextOf(client, by, settledAt(deps.time, afterDays));
  const request = { currency, cutOff: dayOf(deps, deps.time, afterDays) };
  const { due, fingerprint } = await previewRun(ctx, runDeps(deps), request);
  return due.length === 0 ? null : makeRun(ctx, runDeps(deps), { ...request, fingerprint });
}

async function readStatement(
  client: pg.PoolClient,
  deps: PayoutDeps,
  afterDays: number,
  id: string,
  lines: readonly StatementLine[],
): Promise<void> {
  const content = bankStatement(id, lines);
  const ctx = contextOf(client, deps.people.users.ingrid, settledAt(deps.time, afterDays));
  await readBankFile(ctx, runDeps(deps), { content, report: readReport(content) });
}

function runDeps({ calendar, vault }: PayoutDeps) {
  const debtor = COMPANY.account;
  const payouts = { accountDelayDays: ACCOUNT_DELAY_DAYS, approvalAboveEur: APPROVAL_ABOVE_EUR, debtor, vies: null };
  return {
    calendar,
    vault,
    company: COMPANY,
    earningsHoldDays: EARNINGS_HOLD_DAYS,
    payouts,
    paymentProvider: manualProvider,
  };
}

/** The time of a step, this number of days after the stores have paid. */
const settledAt = ({ lastMonth }: Timeline, afterDays: number): Date =>
  new Date(Date.parse(`${lastMonth}T00:00:00Z`) + STORES_PAID_MS + afterDays * DAY_MS);

const dayOf = ({ calendar }: PayoutDeps, time: Timeline, afterDays: number): string =>
  calendar.dayOf(settledAt(time, afterDays).getTime());

function contextOf(client: pg.PoolClient, userId: number, at: Date) {
  const actor: Actor = { userId, isAdmin: true, storeIds: [], agencyIds: [], memberOfAgencyId: null };
  return { db: openTransaction(client), now: () => at, actor };
}
