import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import {
  countryCode,
  currencyCode,
  dateTime,
  day,
  id,
  money,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { INVOICE_KINDS } from '../invoices/read-invoices.ts';
import { month } from '../period-routes/schemas.ts';
import { INVOICE_ORDER, PAYMENT_STATES } from './list-invoices.ts';
import { SHOP_APPROVALS, SHOP_ORDER, SHOP_STATES } from './list-store-balances.ts';
import { AGES } from './read-receivables.ts';

const count = (description?: string) => whole({ min: 0, ...(description === undefined ? {} : { description }) });

const figures = {
  clicks: count('Those that count.'),
  orders: count(),
  order_value: money({ signed: true, description: 'The value of the orders without refunds.' }),
  cost: money({ signed: true, description: 'The cost of clicks and orders for stores.' }),
  creators: money({ signed: true, description: 'The earnings of creators from `cost`.' }),
  agencies: money({ signed: true, description: 'The earnings of agencies from it.' }),
  platform: money({ signed: true, description: 'The rest: the platform’s.' }),
};

export const overviewQuery = {
  from: Type.Optional(day({ description: 'The first day; 30 days until `to` unless given.' })),
  to: Type.Optional(day({ description: 'The last day; today unless given.' })),
  currency: Type.Optional(
    currencyCode({ description: 'The currency of the sums. The default is the one that most stores have.' }),
  ),
};

export const Overview = Type.Object({
  currency: currencyCode(),
  from: day(),
  to: day(),
  figures: Type.Object(figures),
  before: Type.Object({ from: day(), to: day(), ...figures }, { description: 'As many days before.' }),
  days: Type.Array(Type.Object({ day: day(), ...figures })),
  omitted: Type.Array(currencyCode(), {
    description: 'Currencies without an exchange rate, whose amounts are not included.',
  }),
});

export const storesQuery = {
  query: Type.Optional(text({ max: 255, description: 'The id, or a part of the name or of a domain.' })),
  state: Type.Optional(
    oneOf(SHOP_STATES, {
      description:
        '`incomplete`: has not reported any order yet, or has no payment setup. `disputed`: has orders that need a decision (`unresolved`).',
    }),
  ),
  approval: Type.Optional(oneOf(SHOP_APPROVALS, { description: '`pending`: those that wait for a decision.' })),
  store_group_id: Type.Optional(id({ description: 'Of this market alone.' })),
  sort_by: SHOP_ORDER.query,
  ...pageQuery(),
};

export const StoreBalanceList = v2Envelope(
  Type.Object({
    id: id(),
    name: Type.String(),
    domains: Type.Array(Type.String(), { description: 'The first five.' }),
    store_group: Type.Object({ id: id(), name: Type.String() }),
    country: countryCode(),
    currency: currencyCode(),
    hidden: Type.Boolean(),
    approval: oneOf(SHOP_APPROVALS),
    unproven_domains: Type.Array(Type.String(), {
      description: 'Domains that are neither proven nor accepted; the first five.',
    }),
    similar_stores: Type.Array(Type.Object({ id: id(), name: Type.String() }), {
      description: 'For a store that waits for approval: stores with similar names; at most ten.',
    }),
    deactivated_at: nullable(dateTime()),
    last_seen_at: nullable(dateTime({ description: 'When it last reported an order, in any way.' })),
    has_payment_setup: Type.Boolean(),
    members: count(),
    created_at: dateTime(),
  }),
);

export const invoicesQuery = {
  query: Type.Optional(
    text({
      max: 255,
      description: 'The id, or a part of the number, the party’s name or the accounting system’s id.',
    }),
  ),
  kind: Type.Optional(oneOf(INVOICE_KINDS)),
  month: Type.Optional(month()),
  state: Type.Optional(oneOf(PAYMENT_STATES, { description: '`overdue`: unpaid, and the payment date is past.' })),
  sort_by: INVOICE_ORDER.query,
  ...pageQuery(),
};

export const InvoiceEntryList = v2Envelope(
  Type.Object({
    id: id(),
    number: Type.String(),
    kind: oneOf(INVOICE_KINDS),
    month: month(),
    party_id: id({ description: 'Of the store, the client or the user.' }),
    party_name: Type.String({ description: 'As it was when the invoice was issued.' }),
    total: money({ signed: true }),
    open: money({ signed: true, description: 'The open amount.' }),
    credits_invoice_id: nullable(id({ description: 'For a credit note: the invoice that it credits.' })),
    issued_on: day(),
    payment_date: day({ description: 'When it is due.' }),
    paid_at: nullable(dateTime()),
    released_at: nullable(dateTime({ description: 'For a store’s invoice: the time of its release before payment.' })),
    ax_id: nullable(Type.String({ description: 'The invoice in the accounting system.' })),
  }),
);

const openInvoices = {
  invoices: count(),
  total: money({ signed: true, description: 'The open amount of invoices, less open negative invoices.' }),
};

const ReceivableRecord = Type.Object({
  currency: currencyCode(),
  ...openInvoices,
  ages: Type.Array(Type.Object({ age: oneOf(AGES, { description: 'Days since the payment date.' }), ...openInvoices })),
});
export const ReceivableList = completeList(ReceivableRecord, {
  description: 'One for each currency with open invoices.',
});

nameSchemas({
  AdminOverview: Overview,
  AdminReceivable: ReceivableRecord,
  Receivables: ReceivableList,
  StoreBalancePage: StoreBalanceList,
  InvoiceEntryPage: InvoiceEntryList,
});
