import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { dateTime, id, money, nameSchemas, nullable, oneOf, webAddress } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { LINK_PROBLEMS, LINK_STATUSES, listLinks, type PaymentLink } from './payment-link.ts';
import { requestPaymentLink } from './request-link.ts';

const tags = ['Payments'];

const PaymentPage = Type.Object({
  url: webAddress({ description: 'Stripe’s page, on which the invoice is paid by card or, in euros, by SEPA debit.' }),
  amount: money(),
  expires_at: dateTime({ description: 'The page accepts no payment afterwards. Request another one.' }),
});

const PaymentLinkRecord = Type.Object({
  id: id(),
  invoice_id: id(),
  invoice_number: Type.String(),
  store_id: id(),
  store_name: Type.String(),
  amount: money(),
  status: oneOf(LINK_STATUSES, {
    description: '`processing`: a debit is being collected. `disputed`: the payer’s bank has taken the amount back.',
  }),
  problem: nullable(
    oneOf(LINK_PROBLEMS, {
      description:
        'Why the payment does not pay the invoice: its amount is not the one that was asked for, the invoice was paid otherwise, or its amount has changed. Refund it at Stripe.',
    }),
  ),
  pays_invoice: Type.Boolean({ description: 'The invoice is marked as paid by this payment.' }),
  payment_id: nullable(Type.String({ description: 'The payment at Stripe.' })),
  created_at: dateTime(),
});
const PaymentLinkList = v2Envelope(PaymentLinkRecord);

/** Payment of stores' invoices on pages of the payment provider. */
export function paymentLinkRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/invoices/:invoice/payment-link',
    operationId: 'requestPaymentLink',
    presence: 'token',
    summary: 'Request a page to pay an invoice of a store',
    description:
      'Returns the open page of the invoice, or opens one. An invoice has at most one page that can be paid. It is marked as paid when Stripe reports the payment, and is open again after a refund, a dispute or a returned debit. Needs `STRIPE_SECRET_KEY` and `STRIPE_WEBHOOK_SECRET`.',
    tags,
    addition: true,
    policy: onStore('store'),
    scope: 'money',
    needs: 'finance',
    replies: { 200: PaymentPage },
    errors: ['payment_links_not_configured', 'already_paid', 'nothing_to_pay', 'payment_processing', 404],
    handle: async ({ ctx, resource: store, params: { invoice: invoiceId } }) =>
      presentPage(await requestPaymentLink(ctx, deps, { storeId: store.id, invoiceId })),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/admin/payment-links',
    operationId: 'adminListPaymentLinks',
    summary: 'List payments of invoices at the payment provider',
    description: 'The latest first.',
    tags,
    addition: true,
    policy: adminOnly,
    query: {
      attention: Type.Optional(
        Type.Boolean({ description: 'Only those with a problem, a dispute or a refund of a part.' }),
      ),
      ...pageQuery(),
    },
    replies: { 200: PaymentLinkList },
    handle: async ({ ctx, query, page, request }) => {
      const links = await listLinks(ctx, { attention: query.attention ?? false }, page);
      return presentV2Page(request, page, links, presentLink);
    },
  });
}

function presentPage({ url, amountMinor: minor, currency, expiresAt }: PaymentLink) {
  return { url: url!, amount: moneyObject({ minor, currency }), expires_at: expiresAt.toISOString() };
}

function presentLink(link: PaymentLink) {
  return {
    id: link.id,
    invoice_id: link.invoiceId,
    invoice_number: link.invoiceNumber,
    store_id: link.storeId,
    store_name: link.storeName,
    amount: moneyObject({ minor: link.amountMinor, currency: link.currency }),
    status: link.status,
    problem: link.problem,
    pays_invoice: link.isBooked,
    payment_id: link.paymentId,
    created_at: link.createdAt.toISOString(),
  };
}

nameSchemas({ PaymentPage, PaymentLink: PaymentLinkRecord });
