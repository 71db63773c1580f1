import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onClient } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentParts } from '../parts.ts';
import { presentStoreInvoice } from './present.ts';
import { type Invoice, listStoreInvoices, readInvoice } from './read-invoices.ts';
import { MOST_STORE_INVOICES, StoreInvoices } from './schemas.ts';
import { DOCUMENTS, sendDocument } from './send-document.ts';

/** Invoices of stores and agencies, by the unversioned paths. */
export function invoiceRoutesLegacy(app: FastifyInstance, parts: PaymentParts): void {
  storeRoutes(app, parts);
  clientRoutes(app, parts);
}

function storeRoutes(app: FastifyInstance, parts: PaymentParts): void {
  const { publicUrl } = parts;
  const tags = ['Orders, invoices, payments'];
  const policy = onStore('id');

  operation(app, {
    method: 'GET',
    url: '/stores/:id/invoices',
    operationId: 'listStoreInvoices',
    summary: 'List a store’s invoices',
    description: `Latest first, at most ${MOST_STORE_INVOICES}.`,
    tags,
    policy,
    replies: { 200: StoreInvoices },
    handle: async ({ ctx, resource: store }) => {
      const invoices = await listStoreInvoices(ctx, store.id, MOST_STORE_INVOICES);
      return invoices.map((invoice) => presentStoreInvoice(publicUrl, store.id, invoice));
    },
  });

  for (const { format, suffix, as, reply: content } of DOCUMENTS)
    operation(app, {
      method: 'GET',
      url: `/stores/:id/invoices/:storeInvoiceId/${format}`,
      operationId: `getStoreInvoice${suffix}`,
      summary: `A store’s invoice ${as}`,
      tags,
      addition: format === 'excel',
      policy,
      params: { storeInvoiceId: id({ kind: 'invoice' }) },
      replies: { 200: content },
      handle: async ({ ctx, resource: store, params, reply }) => {
        const invoice = await readInvoice(ctx, { id: params.storeInvoiceId, kind: 'store', storeId: store.id });
        return sendDocument(reply, parts, format, found(invoice));
      },
    });
}

function clientRoutes(app: FastifyInstance, parts: PaymentParts): void {
  for (const { format, suffix, as, reply: content } of DOCUMENTS)
    operation(app, {
      method: 'GET',
      url: `/clients/:clientId/invoices/:invoiceId/${format}`,
      operationId: `getClientInvoice${suffix}`,
      summary: `An agency’s invoice ${as}`,
      tags: ['Clients, users, misc'],
      policy: onClient('clientId'),
      replies: { 200: content },
      handle: async ({ ctx, resource: client, params, reply }) => {
        const invoice = await readInvoice(ctx, { id: params.invoiceId, kind: 'client', clientId: client.id });
        return sendDocument(reply, parts, format, found(invoice));
      },
    });
}

function found(invoice: Invoice | null): Invoice {
  if (invoice === null) throw new NotFound('invoice');
  return invoice;
}
