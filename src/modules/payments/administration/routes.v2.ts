import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { dayRange } from '../../../platform/day-range.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operationOnceBare } from '../../../platform/http/complete-list.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import type { PaymentDeps } from '../deps.ts';
import { listAllInvoices } from './list-invoices.ts';
import { listStoreBalances, requiresPaymentSetup } from './list-store-balances.ts';
import { presentInvoiceEntry, presentOverview, presentReceivables, presentStoreBalance } from './present.ts';
import { readMarket } from './read-market.ts';
import { readReceivables } from './read-receivables.ts';
import {
  InvoiceEntryList,
  invoicesQuery,
  Overview,
  overviewQuery,
  ReceivableList,
  StoreBalanceList,
  storesQuery,
} from './schemas.ts';

const shared = { tags: ['Provisioning'], policy: adminOnly, addition: true } as const;

/** Administrators' views of the whole marketplace. */
export function administrationRoutes(app: FastifyInstance, { calendar, paymentProvider }: PaymentDeps): void {
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/overview',
    operationId: 'adminGetOverview',
    assistants: 'search',
    summary: 'The market at a glance',
    description:
      'Clicks, orders, costs and earnings of a range and of the previous range of the same length. Each day’s amounts are converted at the rates of the day. One-time payments are not included.',
    query: overviewQuery,
    replies: { 200: Overview },
    errors: ['no_exchange_rate'],
    handle: async ({ ctx, query: { from, to, currency } }) => {
      if (currency !== undefined && !isCurrency(currency))
        throw new InvalidInput({ currency: ['must be a currency code such as EUR'] });
      const range = dayRange({ first: from, last: to }, calendar, ctx.now());
      return presentOverview(await readMarket(ctx, { range, currency }));
    },
  });

  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/stores',
    operationId: 'adminListStores',
    assistants: 'search',
    summary: 'List all stores, with their setup',
    query: storesQuery,
    replies: { 200: StoreBalanceList },
    handle: async ({ ctx, query, page, request }) => {
      const { query: words, state, approval, store_group_id: storeGroupId, sort_by: sort } = query;
      const found = await listStoreBalances(ctx, {
        query: words,
        state,
        approval,
        storeGroupId,
        isSetupRequired: requiresPaymentSetup(paymentProvider),
        sort,
        page,
      });
      return presentV2Page(request, page, found, presentStoreBalance);
    },
  });

  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/admin/invoices',
    operationId: 'adminListInvoices',
    summary: 'List the invoices of all periods',
    tags: ['Payments'],
    query: invoicesQuery,
    replies: { 200: InvoiceEntryList },
    handle: async ({ ctx, query, page, request }) => {
      const { sort_by: sort, page: _, size: __, ...filters } = query;
      const today = calendar.dayOf(ctx.now().getTime());
      const found = await listAllInvoices(ctx, { ...filters, sort, page, today });
      return presentV2Page(request, page, found, presentInvoiceEntry);
    },
  });

  operationOnceBare(
    app,
    {
      ...shared,
      method: 'GET',
      url: '/v2/admin/open-receivables',
      operationId: 'adminListReceivables',
      summary: 'Sum the open invoices of stores by currency and age',
      tags: ['Payments'],
      replies: { 200: ReceivableList },
      handle: async ({ ctx }) => ({
        data: presentReceivables(await readReceivables(ctx, calendar.dayOf(ctx.now().getTime()))),
      }),
    },
    { url: '/v2/admin/receivables', operationId: 'adminGetReceivables' },
  );
}
