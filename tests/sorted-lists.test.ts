import { expect, it } from 'vitest';
import { createTestApplication } from './harness/application.ts';
import { openDemoMarket } from './harness/demo.ts';

// biome-ignore lint/suspicious/noExplicitAny: the lists have different records
type Row = any;
/** The values by which the rows are sorted. Null: a name, whose order depends on the collation of the database. */
type KeyOf = ((row: Row) => readonly (string | number)[]) | null;

const money = (of: (row: Row) => { amount: string; currency: string }): KeyOf => {
  return (row) => [of(row).currency, Number(of(row).amount)];
};
const plain = (field: string): KeyOf => {
  return (row) => [row[field]];
};

const { database, deps, demo } = await openDemoMarket();
const { call } = await createTestApplication({ database, storage: deps.storage, vault: deps.vault });
const { store, user } = demo.ids;
const CLAIMS = { ordered_on: plain('ordered_on'), amount: money((row) => row.amount), due_at: plain('due_at') };
const PARTY = {
  number: plain('number'),
  month: plain('month'),
  payment_date: plain('payment_date'),
  net: money((row) => row.net),
  total: money((row) => row.total),
};

const LISTS: Record<string, Record<string, KeyOf>> = {
  '/v2/admin/holds': { created_at: plain('id'), subject: null, released_at: null },
  '/v2/admin/voids': { created_at: plain('id'), undone_at: null },
  '/v2/admin/dunning': {
    number: plain('invoice_number'),
    payment_date: plain('payment_date'),
    open: money((row) => row.open),
    sent: plain('sent'),
    next_on: null,
  },
  '/v2/admin/balances': {
    payee: null,
    payable: money((row) => row.payable),
    held: money((row) => row.held.total),
    paid: money((row) => row.paid),
    earned: money((row) => row.earned),
  },
  '/v2/admin/payables': {
    payee: null,
    available: money((row) => row.available),
    held: money((row) => row.held),
    in_run: money((row) => row.in_run),
    paid: money((row) => row.paid),
  },
  '/v2/admin/disputes': { order_at: (row) => [row.order_at.slice(0, 10)], value: money((row) => row.net_value) },
  '/v2/admin/order-claims': { created_at: plain('id'), ...CLAIMS },
  '/v2/appeals': { created_at: plain('id'), closed_at: null },
  '/v2/payout-runs': { created_at: plain('id'), cut_off: plain('cut_off'), total: money((row) => row.total) },
  '/v2/bank-entries': { read_at: plain('id'), day: null, party: null, amount: null },
  [`/v2/stores/${store}/order-claims`]: CLAIMS,
  [`/v2/stores/${store}/vouchers`]: { code: null, creator: null, created_at: plain('id') },
  [`/v2/stores/${store}/invoices`]: PARTY,
  [`/v2/users/${user}/statements`]: PARTY,
  [`/v2/users/${user}/order-claims`]: CLAIMS,
  [`/v2/users/${user}/orders`]: {
    order_at: (row) => [row.order_at.slice(0, 10)],
    value: money((row) => row.net_value),
    earnings: money((row) => row.earnings),
  },
};

/** The first two pages of a list. */
async function readAll(address: string, sort: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, 2); page += 1) {
    const reply = await call({ url: `${address}?sort_by=${sort}&size=30&page=${page}`, as: demo.tokens.admin });
    expect([address, sort, reply.status]).toEqual([address, sort, 200]);
    rows.push(...reply.body.data);
    pages = reply.body.meta.last_page;
  }
  return rows;
}

const compare = (one: readonly (string | number)[], other: readonly (string | number)[]): number => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : one[at]! < other[at]! ? -1 : 1;
};

it.each(Object.entries(LISTS))('%s is sorted by each of its columns, from page to page', async (address, columns) => {
  for (const [column, keyOf] of Object.entries(columns)) {
    const ascending = await readAll(address, `${column}:asc`);
    const descending = await readAll(address, `${column}:desc`);
    if (ascending.length < 60) expect(descending).toEqual(ascending.toReversed());
    if (keyOf === null) continue;
    const values = ascending.map(keyOf);
    expect([column, values]).toEqual([column, values.toSorted(compare)]);
    expect(descending.map(keyOf)).toEqual(descending.map(keyOf).toSorted((a, b) => compare(b, a)));
  }
  const refused = await call({ url: `${address}?sort_by=other:asc`, as: demo.tokens.admin });
  expect([refused.status, refused.body.errors.sort_by[0]]).toEqual([
    422,
    expect.stringMatching(/^must be column:direc/),
  ]);
});
