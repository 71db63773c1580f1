import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onAgency } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { presentAgencyInvoice, presentStoreStatement } from './present.ts';
import { listInvoices } from './read-invoices.ts';
import { readStandings } from './read-standings.ts';
import { StatementList, StoreInvoiceList, statementsQuery } from './schemas.ts';

const tags = ['Payments'];
const description = 'One for each closed month and currency with its lines, latest first unless `sort_by` is given.';

/** The invoices of a store for its members, and those of an agency for its representatives. */
export function partyInvoiceRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { publicUrl } = deps;
  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/invoices',
    operationId: 'listInvoicesOfStore',
    storeKey: true,
    summary: 'List the invoices of a store',
    description,
    tags,
    addition: true,
    policy: onStore('store'),
    query: statementsQuery,
    replies: { 200: StoreInvoiceList },
    handle: async ({ ctx, resource: store, query, page, request }) => {
      const invoices = await listInvoices(ctx, { kind: 'store', storeId: store.id }, page, query.sort_by);
      return presentV2Page(request, page, invoices, (invoice) => presentStoreStatement(publicUrl, store.id, invoice));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/invoices',
    operationId: 'listInvoicesOfClient',
    summary: 'List the statements of an agency',
    description,
    tags,
    addition: true,
    policy: onAgency('client'),
    query: statementsQuery,
    replies: { 200: StatementList },
    handle: async ({ ctx, resource: agency, query, page, request }) => {
      const invoices = await listInvoices(ctx, { kind: 'client', agencyId: agency.id }, page, query.sort_by);
      const standings = await readStandings(ctx, deps, invoices.items);
      return presentV2Page(request, page, invoices, (invoice) =>
        presentAgencyInvoice(publicUrl, agency.id, invoice, standings.get(invoice.id)!),
      );
    },
  });
}
