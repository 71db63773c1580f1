import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { id } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { requestedLocale } from '../../platform/http/requested-locale.ts';
import { presentCursor } from '../../platform/pagination.ts';
import { annotationRoutes } from './annotations/routes.v2.ts';
import { appealRoutes } from './appeals/routes.v2.ts';
import type { ExplanationDeps } from './deps.ts';
import { explainClick } from './explain-click.ts';
import { explainLine, listLineItems } from './explain-line.ts';
import { explainOrder } from './explain-order.ts';
import { explainPayment } from './explain-payment.ts';
import { exportRoutes } from './exports/routes.v2.ts';
import { type InvoiceFacts, listInvoiceLines } from './lists/read-lines.ts';
import { clickListRoutes } from './lists/routes.v2.ts';
import { onExplainedClick, onExplainedLine, onExplainedOrder, onExplainedPayment, onInvoice } from './policy.ts';
import { ExplanationReply, InvoiceLineList, LineExplanationReply } from './schemas.ts';
import { wordsFor } from './words/words.ts';

const tags = ['Explanations'];
const ITEMS = 200;

/** Explanations of amounts, lists of clicks, raw exports. */
export function explanationRoutesV2(app: FastifyInstance, deps: ExplanationDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clicks/:click/explanation',
    operationId: 'explainClick',
    assistants: 'tool',
    storeKey: true,
    summary: 'Explain the cost and earnings of a click',
    description:
      'Its classification, the candidate terms and why each was passed over, price, shares, voids and bookings.',
    tags,
    addition: true,
    policy: onExplainedClick,
    params: { click: Type.String({ description: 'The id of the click (`tclid`).' }) },
    replies: { 200: ExplanationReply },
    handle: ({ ctx, resource, request, reply }) => explainClick(ctx, resource, wordsOf(request, reply)),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/orders/:order/explanation',
    operationId: 'explainOrder',
    assistants: 'tool',
    storeKey: true,
    summary: 'Explain the cost and earnings of an order',
    description: 'Value and exchange rate, attribution, commission and shares, its events, and its bookings.',
    tags,
    addition: true,
    policy: onExplainedOrder,
    replies: { 200: ExplanationReply },
    handle: ({ ctx, resource, request, reply }) => explainOrder(ctx, resource, wordsOf(request, reply)),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/one-time-payments/:one_time_payment/explanation',
    operationId: 'explainOneTimePayment',
    summary: 'Explain a one-time payment and its bookings',
    tags,
    addition: true,
    policy: onExplainedPayment,
    replies: { 200: ExplanationReply },
    handle: ({ ctx, resource, request, reply }) => explainPayment(ctx, resource, wordsOf(request, reply)),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/invoices/:invoice/lines/:line/explanation',
    operationId: 'explainInvoiceLine',
    storeKey: true,
    summary: 'Explain a line of an invoice',
    description:
      '`line` is its position on the invoice, from 1. `items` has the bookings, in pages: days of links, orders, payments.',
    tags,
    addition: true,
    policy: onExplainedLine,
    query: { after: Type.Optional(id({ description: '`items.meta.next_cursor` of the previous page.' })) },
    replies: { 200: LineExplanationReply },
    handle: async ({ ctx, resource: line, query, request, reply }) => {
      const read = await listLineItems(ctx, { line, after: query.after ?? 0, size: ITEMS + 1 });
      const items = read.slice(0, ITEMS);
      const next = read.length > ITEMS ? items.at(-1)!.id : null;
      return {
        ...(await explainLine(ctx, line, wordsOf(request, reply))),
        items: {
          data: items.map(({ id, kind, origin, title, storeId, userId, quantity, amountMinor }) => ({
            id,
            kind,
            origin,
            title,
            store_id: storeId,
            user_id: userId,
            quantity,
            amount: { minor: amountMinor, currency: line.currency },
            amount_minor: amountMinor,
          })),
          meta: presentCursor(next),
          next_after: next,
        },
      };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/invoices/:invoice/lines',
    operationId: 'listInvoiceLines',
    storeKey: true,
    summary: 'List the lines of an invoice or a statement',
    description: 'Each leads to its explanation. In pages of 200.',
    tags,
    addition: true,
    policy: onInvoice,
    query: { after: Type.Optional(id({ description: '`meta.next_cursor` of the previous page.' })) },
    replies: { 200: InvoiceLineList },
    handle: async ({ ctx, resource: invoice, query }) => {
      const { invoiceId } = invoice;
      const read = await listInvoiceLines(ctx, { invoiceId, after: query.after ?? 0, size: ITEMS + 1 });
      const lines = read.slice(0, ITEMS);
      const next = read.length > ITEMS ? lines.at(-1)!.position : null;
      return {
        invoice: presentInvoice(invoice),
        data: lines.map(({ position, kind, about, adjusts, quantity, amountMinor }) => ({
          line: position,
          kind,
          about,
          adjusted_month: adjusts,
          quantity,
          amount: { minor: amountMinor, currency: invoice.currency },
          amount_minor: amountMinor,
        })),
        meta: presentCursor(next),
        next_after: next,
      };
    },
  });

  clickListRoutes(app, deps);
  annotationRoutes(app, deps);
  appealRoutes(app);
  exportRoutes(app, deps);
}

const wordsOf = (request: FastifyRequest, reply: FastifyReply) => wordsFor(requestedLocale(request, reply));

const presentInvoice = (invoice: InvoiceFacts) => ({
  net: { minor: invoice.netMinor, currency: invoice.currency },
  vat: { minor: invoice.vatMinor, currency: invoice.currency },
  total: { minor: invoice.totalMinor, currency: invoice.currency },
  id: invoice.invoiceId,
  number: invoice.number,
  kind: invoice.invoiceKind,
  month: invoice.month,
  currency: invoice.currency,
  net_minor: invoice.netMinor,
  vat_minor: invoice.vatMinor,
  total_minor: invoice.totalMinor,
  is_paid: invoice.isPaid,
  store_id: invoice.storeId,
  client_id: invoice.agencyId,
  user_id: invoice.userId,
});
