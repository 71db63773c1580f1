import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { dateTime, day, id, money, nameSchemas, nullable, oneOf, whole, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import type { PaymentDeps } from '../deps.ts';
import { DUNNING_ORDER, DUNNING_STATES, type DunnedInvoice, listDunning } from './list-dunning.ts';
import { type Dunning, pauseDunning, readDunning } from './pause-dunning.ts';

const DunningRecord = Type.Object({
  paused_until: nullable(
    day({ description: 'Until the end of this day no reminder is sent, and the credit limit is not zero.' }),
  ),
  notices: Type.Array(
    Type.Object({
      level: whole({ min: 1 }),
      blocks: Type.Boolean({ description: 'The last: the store’s credit limit is zero until the invoice is paid.' }),
      sent_at: dateTime(),
    }),
  ),
});

const DunnedInvoiceList = v2Envelope(
  Type.Object({
    invoice_id: id(),
    invoice_number: Type.String(),
    store_id: id(),
    store_name: Type.String(),
    open: money({ description: 'The open amount.' }),
    payment_date: day({ description: 'When it is due.' }),
    sent: whole({ min: 0, description: 'Reminders that were sent.' }),
    last_sent_on: nullable(day()),
    next_on: nullable(day({ description: 'When the next reminder is sent; null: there is none.' })),
    next_blocks: Type.Boolean({ description: 'The next reminder is the last: the credit limit becomes zero.' }),
    is_blocking: Type.Boolean({ description: 'The credit limit of the store is zero because of this invoice.' }),
    paused_until: nullable(day()),
  }),
);

/** Reminders of unpaid invoices of stores, for administrators. */
export function dunningRoutes(app: FastifyInstance, { calendar, dunningDays: days }: PaymentDeps): void {
  const shared = { tags: ['Payments'], addition: true, replies: { 200: DunningRecord } } as const;
  operation(app, {
    ...shared,
    method: 'GET',
    policy: adminOnly,
    url: '/v2/payments/invoices/:invoice/dunning',
    operationId: 'getDunning',
    summary: 'The reminders of an invoice of a store',
    description: 'They are sent on the days of `DUNNING_DAYS`.',
    handle: async ({ ctx, params: { invoice } }) => present(await readDunning(ctx, invoice)),
  });

  operation(app, {
    ...shared,
    method: 'GET',
    policy: adminOnly,
    url: '/v2/admin/dunning',
    operationId: 'adminListDunning',
    summary: 'List unpaid invoices of stores with their reminders',
    description: 'The next reminder first unless `sort_by` is given. Without `DUNNING_DAYS` there is none.',
    query: { state: Type.Optional(oneOf(DUNNING_STATES)), sort_by: DUNNING_ORDER.query, ...pageQuery() },
    replies: { 200: DunnedInvoiceList },
    handle: async ({ ctx, query, page, request }) => {
      const today = calendar.dayOf(ctx.now().getTime());
      const found = await listDunning(ctx, { days, today, state: query.state, sort: query.sort_by }, page);
      return presentV2Page(request, page, found, presentDunned);
    },
  });

  operation(app, {
    ...shared,
    method: 'POST',
    policy: inPerson(adminOnly),
    idempotent: true,
    url: '/v2/payments/invoices/:invoice/pause-dunning',
    operationId: 'pauseDunning',
    scope: 'money',
    presence: 'fresh',
    summary: 'Pause the reminders of an invoice',
    description:
      'Through a day, for example until a dispute is settled. The store has its credit limit again for that time. Without a day the pause ends.',
    body: Type.Object({
      until: nullable(day()),
      reason: words({ max: 1000, description: 'The reason, which is stored in the audit log.' }),
    }),
    handle: async ({ ctx, params: { invoice: invoiceId }, body }) =>
      present(await pauseDunning(ctx, { calendar }, { invoiceId, ...body })),
  });
}

function presentDunned(invoice: DunnedInvoice) {
  const { openMinor: minor, currency } = invoice;
  return {
    invoice_id: invoice.id,
    invoice_number: invoice.number,
    open: moneyObject({ minor, currency }),
    store_id: invoice.storeId,
    store_name: invoice.storeName,
    payment_date: invoice.dueOn,
    sent: invoice.sent,
    last_sent_on: invoice.lastSentOn,
    next_on: invoice.nextOn,
    next_blocks: invoice.nextBlocks,
    is_blocking: invoice.isBlocking,
    paused_until: invoice.pausedUntil,
  };
}

function present({ pausedUntil, notices }: Dunning) {
  return {
    paused_until: pausedUntil,
    notices: notices.map(({ level, blocks, sentAt }) => ({ level, blocks, sent_at: sentAt.toISOString() })),
  };
}

nameSchemas({ Dunning: DunningRecord, DunnedInvoicePage: DunnedInvoiceList });
