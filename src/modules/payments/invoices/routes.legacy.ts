import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onAgency } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { presentStoreInvoice } from './present.ts';
import { type Invoice, listStoreInvoices, readInvoice } from './read-invoices.ts';
import { MAX_STORE_INVOICES, StoreInvoices } from './schemas.ts';
import { DOCUMENTS, sendDocument } from './send-document.ts';

/** Invoices of stores and agencies in the legacy API. */
export function invoiceRoutesLegacy(app: FastifyInstance, deps: PaymentDeps): void {
  storeRoutes(app, deps);
  agencyRoutes(app, deps);
}

function storeRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { publicUrl } = deps;
  const tags = ['Orders, invoices, payments'];
  const policy = onStore('id');

  operation(app, {
    method: 'GET',
    url: '/stores/:id/invoices',
    operationId: 'listStoreInvoices',
    summary: 'List a store’s invoices',
    description: `Latest first, at most ${MAX_STORE_INVOICES}.`,
    tags,
    policy,
    replies: { 200: StoreInvoices },
    handle: async ({ ctx, resource: store }) => {
      const invoices = await listStoreInvoices(ctx, store.id, MAX_STORE_INVOICES);
      return invoices.map((invoice) => presentStoreInvoice(publicUrl, store.id, invoice));
    },
  });

  for (const { format, suffix, as, errors, reply: content } of DOCUMENTS)
    operation(app, {
      method: 'GET',
      url: `/stores/:id/invoices/:storeInvoiceId/${format}`,
      operationId: `getStoreInvoice${suffix}`,
      summary: `A store’s invoice ${as}`,
      tags,
      addition: format !== 'pdf',
      policy,
      params: { storeInvoiceId: id({ kind: 'invoice' }) },
      replies: { 200: content },
      errors,
      handle: async ({ ctx, resource: store, params, reply }) => {
        const invoice = await readInvoice(ctx, { id: params.storeInvoiceId, kind: 'store', storeId: store.id });
        return sendDocument(ctx, reply, deps, format, found(invoice));
      },
    });
}

function agencyRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  for (const { format, suffix, as, errors, reply: content } of DOCUMENTS)
    operation(app, {
      method: 'GET',
      url: `/clients/:clientId/invoices/:invoiceId/${format}`,
      operationId: `getClientInvoice${suffix}`,
      summary: `An agency’s invoice ${as}`,
      tags: ['Clients, users, misc'],
      addition: format === 'ubl' || format === 'factur-x',
      policy: onAgency('clientId'),
      replies: { 200: content },
      errors,
      handle: async ({ ctx, resource: agency, params, reply }) => {
        const invoice = await readInvoice(ctx, { id: params.invoiceId, kind: 'client', agencyId: agency.id });
        return sendDocument(ctx, reply, deps, format, found(invoice));
      },
    });
}

function found(invoice: Invoice | null): Invoice {
  if (invoice === null) throw new NotFound('invoice');
  return invoice;
}
