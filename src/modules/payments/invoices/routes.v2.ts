import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { id, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onUser, requireUser } from '../../accounts/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { presentInvoice, presentListedInvoice, presentStatement } from './present.ts';
import { type Invoice, listInvoices, readInvoice, readLatestStatements } from './read-invoices.ts';
import { readStandings } from './read-standings.ts';
import { releaseEarnings, takeBackRelease } from './release-earnings.ts';
import {
  CreatorInvoices,
  InvoiceList,
  InvoiceRecord,
  paymentInvoicesQuery,
  StatementList,
  statementsQuery,
} from './schemas.ts';
import { DOCUMENTS, sendDocument } from './send-document.ts';
import { takeBackPayment } from './take-back-payment.ts';

const tags = ['Payments'];

/** Invoices in API v2: for administrators, and creators' own statements. */
export function invoiceRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  listRoute(app, deps);
  singleRoutes(app, deps);
  creatorInvoiceRoute(app, deps);
  statementRoutes(app, deps);
}

function listRoute(app: FastifyInstance, { publicUrl }: PaymentDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/payments/getPaymentInvoices',
    operationId: 'listPaymentInvoices',
    summary: 'List the invoices of a payment period',
    description:
      'Invoices of stores, agencies and creators, sorted by kind and number. An open period has credit notes only. The fields are also accepted in a body. (The body is an addition.)',
    tags,
    policy: adminOnly,
    query: paymentInvoicesQuery,
    replies: { 200: InvoiceList },
    handle: async ({ ctx, query, page, request }) => {
      const found = await listInvoices(ctx, { month: query.payment_period, kind: query.kind }, page);
      return presentV2Page(request, page, found, (invoice) => presentListedInvoice(publicUrl, invoice));
    },
  });
}

function singleRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { publicUrl, calendar } = deps;
  operation(app, {
    method: 'GET',
    url: '/v2/payments/invoices/:invoice',
    operationId: 'getInvoice',
    summary: 'Read an invoice',
    tags,
    addition: true,
    policy: adminOnly,
    replies: { 200: InvoiceRecord },
    handle: async ({ ctx, params: { invoice } }) =>
      presentInvoice(publicUrl, found(await readInvoice(ctx, { id: invoice }))),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/payments/invoices/:invoice/take-back-payment',
    operationId: 'takeBackPayment',
    scope: 'money',
    presence: 'fresh',
    summary: 'Reverse the payment of an invoice',
    description:
      'For a mistake in a bank file or a returned payment. A reversal is booked, and the invoice is open again.',
    tags,
    addition: true,
    policy: adminOnly,
    replies: { 200: InvoiceRecord },
    errors: ['not_paid'],
    idempotent: true,
    handle: async ({ ctx, params: { invoice: invoiceId } }) => {
      await takeBackPayment(ctx, { calendar }, { invoiceId });
      return presentInvoice(publicUrl, found(await readInvoice(ctx, { id: invoiceId })));
    },
  });

  releaseRoutes(app, deps);

  for (const { format, suffix, as, errors, reply: content } of DOCUMENTS)
    operation(app, {
      method: 'GET',
      url: `/v2/payments/invoices/:invoice/${format}`,
      operationId: `getInvoice${suffix}`,
      summary: `An invoice ${as}`,
      tags,
      addition: true,
      policy: adminOnly,
      replies: { 200: content },
      errors,
      handle: async ({ ctx, params, reply }) =>
        sendDocument(ctx, reply, deps, format, found(await readInvoice(ctx, { id: params.invoice }))),
    });
}

function releaseRoutes(app: FastifyInstance, { publicUrl }: PaymentDeps): void {
  const shared = {
    method: 'POST',
    tags,
    addition: true,
    policy: adminOnly,
    replies: { 200: InvoiceRecord },
    idempotent: true,
  } as const;
  const body = Type.Object({ reason: words({ max: 1000, description: 'The reason, for the audit log.' }) });
  operation(app, {
    ...shared,
    url: '/v2/payments/invoices/:invoice/release',
    operationId: 'releaseEarnings',
    scope: 'money',
    presence: 'fresh',
    summary: 'Release the earnings of an unpaid store invoice',
    description: 'The earnings are payable to creators and agencies. Hold periods and holds remain.',
    body,
    errors: ['already_released'],
    handle: async ({ ctx, params: { invoice: invoiceId }, body: { reason } }) => {
      await releaseEarnings(ctx, { invoiceId, reason });
      return presentInvoice(publicUrl, found(await readInvoice(ctx, { id: invoiceId })));
    },
  });

  operation(app, {
    ...shared,
    url: '/v2/payments/invoices/:invoice/take-back-release',
    operationId: 'takeBackRelease',
    scope: 'money',
    presence: 'fresh',
    summary: 'Take back a release',
    description: 'Amounts that are not paid out are again held until the store pays.',
    body,
    errors: ['not_released'],
    handle: async ({ ctx, params: { invoice: invoiceId }, body: { reason } }) => {
      await takeBackRelease(ctx, { invoiceId, reason });
      return presentInvoice(publicUrl, found(await readInvoice(ctx, { id: invoiceId })));
    },
  });
}

function creatorInvoiceRoute(app: FastifyInstance, { publicUrl }: PaymentDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/payments/generate-creator-invoice/:id',
    operationId: 'generateCreatorInvoice',
    scope: 'money',
    presence: 'fresh',
    summary: 'Read a creator’s latest statements, for another system to print or pay',
    description:
      'The statements of the latest closed period in which the creator has any, one for each currency. They are created when the period is closed; this request changes nothing.',
    tags,
    policy: adminOnly,
    params: { id: id({ kind: 'user', description: 'The creator’s user id.' }) },
    replies: { 200: CreatorInvoices },
    errors: ['nothing_to_invoice'],
    idempotent: true,
    handle: async ({ ctx, params }) => {
      const user = await requireUser(ctx, params.id);
      const invoices = await readLatestStatements(ctx, user.id);
      if (invoices[0] === undefined)
        throw new RuleRefused(
          'nothing_to_invoice',
          'There is no closed period in which this creator is owed anything.',
        );
      const { month } = invoices[0];
      return { user_id: user.id, month, invoices: invoices.map((invoice) => presentInvoice(publicUrl, invoice)) };
    },
  });
}

function statementRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { publicUrl } = deps;
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/statements',
    operationId: 'listStatements',
    summary: 'List the statements of a creator',
    description: 'One statement for each closed month and currency, latest first.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: statementsQuery,
    replies: { 200: StatementList },
    handle: async ({ ctx, resource: user, query, page, request }) => {
      const statements = await listInvoices(ctx, { kind: 'creator', userId: user.id }, page, query.sort_by);
      const standings = await readStandings(ctx, deps, statements.items);
      return presentV2Page(request, page, statements, (invoice) =>
        presentStatement(publicUrl, user.id, invoice, standings.get(invoice.id)!),
      );
    },
  });

  for (const { format, suffix, as, errors, reply: content } of DOCUMENTS)
    operation(app, {
      method: 'GET',
      url: `/v2/users/:user/statements/:statement/${format}`,
      operationId: `getStatement${suffix}`,
      summary: `A creator’s statement ${as}`,
      tags,
      addition: true,
      policy: onUser('user'),
      replies: { 200: content },
      errors,
      handle: async ({ ctx, resource: user, params, reply }) => {
        const statement = await readInvoice(ctx, { id: params.statement, kind: 'creator', userId: user.id });
        return sendDocument(ctx, reply, deps, format, found(statement, 'statement'));
      },
    });
}

function found(invoice: Invoice | null, kind = 'invoice'): Invoice {
  if (invoice === null) throw new NotFound(kind);
  return invoice;
}
