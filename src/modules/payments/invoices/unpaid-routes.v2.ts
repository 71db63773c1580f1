import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { day, id, minorMoney, nameSchemas, nullable } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { file } from '../../../platform/http/replies.ts';
import { drawQrCode } from '../../../platform/images/draw-qr-code.ts';
import { onStore } from '../../stores/index.ts';
import type { Company } from '../company.ts';
import type { PaymentDeps } from '../deps.ts';
import { month } from '../period-routes/schemas.ts';
import { codeOfInvoice, readPaymentCode, readUnpaidInvoices, type UnpaidInvoice } from './unpaid-invoices.ts';

const shared = { method: 'GET', tags: ['Payments'], addition: true, policy: onStore('store') } as const;
const QR_PX = 320;

const UnpaidInvoiceRecord = Type.Object({
  id: id(),
  number: Type.String({
    description: 'The reference of the payment: reports of the bank are matched by it.',
    examples: ['S2030-000001'],
  }),
  month: month(),
  payment_date: day({ description: 'When it is due.' }),
  is_overdue: Type.Boolean({ description: 'Whether that day is over.' }),
  open: minorMoney('What is left to pay, after credit notes and payments from the prepaid balance.'),
  has_payment_code: Type.Boolean({ description: 'Whether there is a QR code for banking apps.' }),
});

const UnpaidInvoices = Type.Object({
  data: Type.Array(UnpaidInvoiceRecord, { description: 'All of them, the earliest due day first.' }),
  overdue: minorMoney('The sum of the overdue invoices.'),
  due: minorMoney('The sum of the invoices that are not overdue.'),
  pay_to: Type.Object(
    {
      name: Type.String(),
      account: nullable(Type.String({ description: 'As it is printed on new invoices; null: none is configured.' })),
      iban: nullable(Type.String({ description: 'Without spaces; null: the account has none.' })),
      bic: nullable(Type.String()),
    },
    { description: 'The account that stores pay to.' },
  ),
});

/** What a store has to pay, and how. */
export function unpaidInvoiceRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { calendar, company } = deps;
  operation(app, {
    ...shared,
    url: '/v2/stores/:store/unpaid-invoices',
    operationId: 'listUnpaidInvoicesOfStore',
    summary: 'List what a store has to pay, and the account to pay it to',
    replies: { 200: UnpaidInvoices },
    handle: async ({ ctx, resource: { id: storeId, currency } }) =>
      present(company, currency, await readUnpaidInvoices(ctx, calendar, storeId)),
  });

  operation(app, {
    ...shared,
    url: '/v2/stores/:store/invoices/:invoice/payment-code',
    operationId: 'getPaymentCodeOfInvoice',
    summary: 'A QR code with which banking apps pay an invoice',
    description: 'A SEPA transfer (EPC069-12) of the open amount, of invoices in euros to an account with an IBAN.',
    replies: { 200: file('The picture.', 'image/svg+xml') },
    handle: async ({ ctx, resource: { id: storeId }, params: { invoice: invoiceId }, reply }) => {
      const code = await readPaymentCode(ctx, deps, { storeId, invoiceId });
      reply.type('image/svg+xml');
      // The amount may change with each payment.
      reply.header('cache-control', 'no-store');
      return drawQrCode(code, { format: 'svg', size: QR_PX });
    },
  });
}

/** @param currency of the store: its invoices are in it */
function present(company: Company, currency: string, invoices: readonly UnpaidInvoice[]) {
  const sumOf = (isOverdue: boolean) => ({
    minor: invoices.filter((one) => one.isOverdue === isOverdue).reduce((sum, { openMinor }) => sum + openMinor, 0),
    currency,
  });
  return {
    data: invoices.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      month: invoice.month,
      payment_date: invoice.dueOn,
      is_overdue: invoice.isOverdue,
      open: { minor: invoice.openMinor, currency: invoice.currency },
      has_payment_code: codeOfInvoice(company, invoice) !== null,
    })),
    overdue: sumOf(true),
    due: sumOf(false),
    pay_to: {
      name: company.name,
      account: company.bankAccount,
      iban: company.account?.iban ?? null,
      bic: company.account?.bic ?? null,
    },
  };
}

nameSchemas({ UnpaidInvoice: UnpaidInvoiceRecord, UnpaidInvoices });
