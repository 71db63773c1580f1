import type pg from 'pg';
import { addDays } from '../../../platform/calendar.ts';
import type { PayeeBalance } from '../balances/read-balances.ts';

type Entry = {
  account: 'creator' | 'client' | 'store' | 'platform';
  part: 'user' | 'client' | 'cost' | 'platform' | 'payment';
  booking: number;
  user_id: number;
  agency_id: number | null;
  store_id: number;
  currency: string;
  amount_minor: number;
  origin: string;
  invoice_id: number | null;
};

/** The current earnings of an event, by row: individual clicks, orders, payments. */
type Event = {
  origin: string;
  user_id: number;
  agency_id: number | null;
  store_id: number;
  currency: string;
  user: number;
  client: number;
  ripe: string;
};

/**
 * Computes balances from clicks, orders, payments, ledger rows and invoices in plain loops, to check `payee_balances`. Nothing here
 * reads totals or views.
 */
export async function naiveBalances(pool: pg.Pool, today: string, holdDays: number): Promise<PayeeBalance[]> {
  const events = await readEvents(pool, holdDays);
  const { rows: entries } = await pool.query<Entry>(
    `SELECT e.account, e.part, e.booking, e.user_id, e.agency_id, e.store_id, e.currency, e.amount_minor, e.origin_kind || ' ' || e.origin_id AS origin,
       l.invoice_id FROM ledger_entries e LEFT JOIN invoice_lines l ON l.id = e.invoice_line_id`,
  );
  const { rows: invoices } = await pool.query<{
    id: number;
    kind: string;
    party: number;
    currency: string;
    total: number;
    paid: boolean;
    released: boolean;
  }>(
    `SELECT id, kind, coalesce(store_id, agency_id, user_id) AS party, currency, total_minor AS total, paid_at IS NOT NULL AS paid,
       released_at IS NOT NULL AS released FROM invoices`,
  );
  const { rows: holds } = await pool.query<{
    store_id: number | null;
    user_id: number | null;
    agency_id: number | null;
  }>('SELECT store_id, user_id, agency_id FROM payout_holds WHERE released_at IS NULL');
  const { rows: own } = await pool.query<{ id: number }>('SELECT id FROM agencies WHERE own_payment_system');
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const balances = new Map<string, PayeeBalance>();
  const balanceOf = (kind: 'creator' | 'client', payeeId: number, currency: string): PayeeBalance => {
    const key = `${kind} ${payeeId} ${currency}`;
    const none = {
      earned: 0,
      notInvoiced: 0,
      holdPeriod: 0,
      storeUnpaid: 0,
      onHold: 0,
      payable: 0,
      overpaid: 0,
      paid: 0,
    };
    if (!balances.has(key)) balances.set(key, { kind, payeeId, payeeName: '', currency, ...none });
    return balances.get(key)!;
  };

  const origins = new Set([
    ...events.keys(),
    ...entries.filter(({ part }) => part === 'user' || part === 'client').map(({ origin }) => origin),
  ]);
  for (const origin of origins)
    for (const part of ['user', 'client'] as const) {
      const event = events.get(origin);
      const mine = entries.filter((entry) => entry.origin === origin && entry.part === part);
      const facts = mine[0] ?? event;
      if (facts === undefined) continue;
      const isOwn = part === 'client' || (facts.agency_id !== null && own.some(({ id }) => id === facts.agency_id));
      const kind = mine[0] === undefined ? (isOwn ? 'client' : 'creator') : (mine[0].account as 'creator' | 'client');
      const booked = total(mine);
      const unsettled = mine.filter((entry) => !invoiceOf.get(entry.invoice_id!)!.paid);
      const covered = unsettled.filter((entry) => {
        const cost = entries.find((other) => other.booking === entry.booking && other.part === 'cost');
        const invoice = cost === undefined ? undefined : invoiceOf.get(cost.invoice_id!);
        return invoice !== undefined && (invoice.paid || invoice.released);
      });
      const owed = event?.[part] ?? 0;
      if (kind === 'client' && facts.agency_id === null) continue;
      const balance = balanceOf(kind, kind === 'client' ? facts.agency_id! : facts.user_id, facts.currency);
      balance.notInvoiced += Math.max(owed - booked, 0);
      const net = total(unsettled) + Math.min(owed - booked, 0);
      const isHeld = holds.some(
        (hold) =>
          hold.store_id === facts.store_id ||
          hold.user_id === facts.user_id ||
          (kind === 'client' && hold.agency_id === facts.agency_id),
      );
      const free = Math.min(Math.max(total(covered), 0), net);
      if (net <= 0) balance.payable += net;
      else if (isHeld) balance.onHold += net;
      else if (event !== undefined && event.ripe > today) balance.holdPeriod += net;
      else {
        balance.payable += free;
        balance.storeUnpaid += net - free;
      }
    }
  for (const invoice of invoices)
    if (invoice.kind !== 'store' && invoice.paid)
      balanceOf(invoice.kind as 'creator' | 'client', invoice.party, invoice.currency).paid += invoice.total;
  for (const balance of balances.values()) settle(balance);
  return [...balances.values()];
}

/** A debt is first deducted from the held amounts. */
function settle(balance: PayeeBalance): void {
  let debt = Math.max(-balance.payable, 0);
  balance.payable = Math.max(balance.payable, 0);
  for (const figure of ['onHold', 'storeUnpaid', 'holdPeriod'] as const) {
    const taken = Math.min(debt, balance[figure]);
    balance[figure] -= taken;
    debt -= taken;
  }
  balance.overpaid = debt;
  const { paid, notInvoiced, holdPeriod, storeUnpaid, onHold, payable } = balance;
  balance.earned = paid + notInvoiced + holdPeriod + storeUnpaid + onHold + payable - debt;
}

const total = (entries: readonly Entry[]) => entries.reduce((sum, { amount_minor: minor }) => sum + minor, 0);

async function readEvents(pool: pg.Pool, holdDays: number): Promise<Map<string, Event>> {
  const { rows } = await pool.query<Event & { day: string | null }>(
    `SELECT 'clicks ' || concat_ws(':', link_id, day, coalesce(campaign_id, 0), coalesce(agency_id, 0)) AS origin, user_id, agency_id, store_id, currency,
       user_minor AS "user", agency_minor AS client, day FROM clicks WHERE class = 0
     UNION ALL
     SELECT 'commission ' || id, user_id, agency_id, store_id, currency, CASE status WHEN 'approved' THEN user_minor ELSE 0 END,
       CASE status WHEN 'approved' THEN agency_minor ELSE 0 END, day FROM orders
     UNION ALL
     SELECT 'one_time ' || id, user_id, agency_id, store_id, currency, CASE WHEN void_id IS NULL THEN user_minor ELSE 0 END, 0, NULL FROM one_time_payments`,
  );
  const events = new Map<string, Event>();
  for (const { day, ...row } of rows) {
    const known = events.get(row.origin);
    if (known === undefined) events.set(row.origin, { ...row, ripe: day === null ? '' : addDays(day, holdDays) });
    else {
      known.user += row.user;
      known.client += row.client;
    }
  }
  return events;
}
