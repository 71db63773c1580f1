import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { whole, words } from '../../../platform/http/fields.ts';
import { givenMoney, readGivenAmount } from '../../../platform/http/given-amount.ts';
import { operation } from '../../../platform/http/operation.ts';
import { earlierName } from '../../../platform/pagination.ts';
import type { PaymentDeps } from '../deps.ts';
import { presentInvoice } from '../invoices/present.ts';
import { readInvoice } from '../invoices/read-invoices.ts';
import { InvoiceRecord } from '../invoices/schemas.ts';
import { issueCreditNote } from './issue-credit-note.ts';

/** Credit notes against invoices of stores, for administrators. */
export function creditNoteRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/payments/invoices/:invoice/credit-notes',
    operationId: 'issueCreditNote',
    scope: 'money',
    presence: 'fresh',
    summary: 'Issue a credit note against an invoice of a store',
    description:
      'It reduces the open amount of the invoice; an amount that was already paid is added to the prepaid balance. Earnings do not change. If an open invoice is credited by more than the platform’s share, its earnings become payable only by a release.',
    tags: ['Payments'],
    addition: true,
    policy: inPerson(adminOnly),
    idempotent: true,
    body: Type.Object({
      net: Type.Optional(
        givenMoney({
          min: 1,
          description: 'Without VAT, in the currency of the invoice. By default the amount that is not credited yet.',
        }),
      ),
      net_minor: Type.Optional(whole({ min: 1, ...earlierName('net') })),
      reason: words({ max: 300, description: 'Stated on the credit note, for the store to read.' }),
    }),
    replies: { 201: InvoiceRecord },
    errors: ['not_creditable', 'fully_credited'],
    handle: async ({ ctx, params: { invoice: invoiceId }, body: { net: current, net_minor: earlier, reason } }) => {
      const net = { current, earlier };
      const id = await issueCreditNote(ctx, deps, {
        invoiceId,
        reason,
        net: (currency) => readGivenAmount('net', net, currency),
      });
      const note = await readInvoice(ctx, { id });
      if (note === null) throw new NotFound('invoice');
      return presentInvoice(deps.publicUrl, note);
    },
  });
}
