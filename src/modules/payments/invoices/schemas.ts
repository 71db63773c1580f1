import { Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  day,
  id,
  money,
  nameSchemas,
  nullable,
  oneOf,
  webAddress,
  whole,
} from '../../../platform/http/fields.ts';
import { pageQuery, v2Envelope } from '../../../platform/pagination.ts';
import { VAT_NOTES } from '../company.ts';
import { month } from '../period-routes/schemas.ts';
import { INVOICE_KINDS, PARTY_LIST_ORDER } from './read-invoices.ts';

const kind = () =>
  oneOf(INVOICE_KINDS, {
    description:
      '`store`: owed by a store to the platform. `client` and `creator`: owed by the platform to an agency or a creator.',
  });

const amount = (description?: string) => money({ signed: true, ...(description === undefined ? {} : { description }) });

const InvoiceLineRecord = Type.Object({
  kind: oneOf(['clicks', 'commission', 'one_time', 'earnings', 'credit'], {
    description:
      '`earnings`: paid to an agency for a creator that the agency pays itself. `credit`: a line of a credit note.',
  }),
  description: Type.String({ description: 'In the invoice’s language, as on its documents.' }),
  quantity: whole({ description: 'Clicks, orders or payments; negative for reversed ones.' }),
  amount: amount(),
  adjusts: nullable(month('An earlier month, which this line adjusts.')),
});

const sums = {
  id: id(),
  number: Type.String({ examples: ['S2030-000001'] }),
  month: month(),
  currency: currencyCode(),
  net: amount(),
  vat: amount(),
  total: amount(),
  vat_rate: Type.Number({ minimum: 0, maximum: 1, examples: [0.25] }),
  issued_on: day(),
  payment_date: day({ description: 'When it is due.' }),
  paid_at: nullable(dateTime()),
  pdf_url: webAddress(),
  lines: Type.Array(InvoiceLineRecord),
};

const invoiceFields = {
  ...sums,
  kind: kind(),
  store_id: nullable(id()),
  client_id: nullable(id()),
  user_id: nullable(id()),
  ax_id: nullable(Type.String({ description: 'The invoice in the accounting system.' })),
};

const credit = {
  open: amount('The open amount after credit notes and payments from the prepaid balance.'),
  credited: amount('The total of its credit notes, with VAT.'),
  credits: nullable(
    Type.Object(
      { id: id(), number: Type.String() },
      { description: 'For a credit note: the invoice that it credits.' },
    ),
  ),
};

const PartyRecord = Type.Object({
  name: Type.String(),
  lines: Type.Array(Type.String(), { description: 'Of its address.' }),
  vat_number: nullable(Type.String()),
});

export const InvoiceRecord = Type.Object(
  {
    ...invoiceFields,
    seller: PartyRecord,
    buyer: PartyRecord,
    vat_note: oneOf(VAT_NOTES, {
      description:
        'The VAT treatment. `outside_eu_supplier`, `small_business` and `not_taxable` occur only on statements.',
    }),
    ...credit,
    needs_release: Type.Boolean({
      description:
        'Whether it was credited by more than the platform’s share, so that its earnings become payable only by a release.',
    }),
  },
  { description: 'An invoice with its parties at the time of issue. (The body is an addition.)' },
);

export const InvoiceList = v2Envelope(Type.Object(invoiceFields));

export const CreatorInvoices = Type.Object(
  { user_id: id(), month: month(), invoices: Type.Array(InvoiceRecord, { description: 'One for each currency.' }) },
  { description: 'The amount that a creator is owed for a month. (The body is an addition.)' },
);

const eInvoice = {
  e_invoice: Type.Boolean({ description: 'Whether it is available as UBL and Factur-X.' }),
};

export const StoreInvoiceList = v2Envelope(Type.Object({ ...sums, ...credit, ...eInvoice }));

/** The standing of a statement: earned = paid + held + payable + withdrawn. */
const standing = Type.Object(
  {
    as_of: day({ description: 'The day to which the amounts refer.' }),
    earned: amount('What the statement comes to.'),
    paid: amount('The whole amount once the statement is marked as paid.'),
    payable: amount('What can be paid out now.'),
    held: Type.Object({
      total: amount(),
      hold_period: amount('Earnings of clicks and orders within the hold period.'),
      store_unpaid: amount('The store’s invoice is neither paid nor released.'),
      on_hold: amount('An administrator has put the store or the payee on hold.'),
    }),
    withdrawn: amount('Voided, denied or refunded since; the next closing books it.'),
  },
  { description: 'The earned, held and payable amounts of the statement.' },
);

export const StatementList = v2Envelope(Type.Object({ ...sums, ...eInvoice, standing }));

export const StoreInvoices = Type.Array(
  Type.Object({
    id: id(),
    store_id: id(),
    payment_date: day(),
    total_price: whole({ description: 'Minor units, VAT included.' }),
    url: webAddress({ description: 'Of the PDF.' }),
  }),
);

/** A store has one invoice a month in its currency, so the list is complete. */
export const MAX_STORE_INVOICES = 1000;

/** Accounting reads the invoices of a month in few requests. */
const INVOICES_PAGE = { defaultSize: 100, maxSize: 500 };

export const paymentInvoicesQuery = {
  payment_period: month('A payment period.'),
  kind: Type.Optional(kind()),
  ...pageQuery(INVOICES_PAGE),
};

export const statementsQuery = { sort_by: PARTY_LIST_ORDER.query, ...pageQuery() };

nameSchemas({
  InvoiceLine: InvoiceLineRecord,
  InvoiceParty: PartyRecord,
  Invoice: InvoiceRecord,
  InvoiceSummaryPage: InvoiceList,
  StoreInvoicePage: StoreInvoiceList,
  StatementPage: StatementList,
});
