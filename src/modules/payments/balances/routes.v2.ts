import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { operationOnceBare } from '../../../platform/http/complete-list.ts';
import { currencyCode, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, presentV2Page } from '../../../platform/pagination.ts';
import { onAgency, onUser } from '../../accounts/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { BalanceList, PayeeBalanceList, presentOwnBalance, presentPayeeBalance } from './present.ts';
import {
  BALANCE_ORDER,
  BALANCE_STATES,
  listBalances,
  PAYEE_KINDS,
  readAgencyBalances,
  readCreatorBalances,
} from './read-balances.ts';

const shared = { method: 'GET', tags: ['Payments'], addition: true } as const;
const description =
  'Earned, held and payable amounts by currency. Earnings become payable when the store’s invoice is paid or released, after the hold period.';

/** The earnings of creators and agencies: held and payable amounts. */
export function balanceRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  operationOnceBare(
    app,
    {
      ...shared,
      url: '/v2/users/:user/balances',
      operationId: 'getBalances',
      summary: 'Read the earned and payable amounts of a creator',
      description,
      policy: onUser('user'),
      replies: { 200: BalanceList },
      handle: async ({ ctx, resource: user }) => ({
        data: (await readCreatorBalances(ctx, deps, { userId: user.id })).map(presentOwnBalance),
      }),
    },
    { url: '/v2/users/:user/balance', operationId: 'getBalance' },
  );

  operationOnceBare(
    app,
    {
      ...shared,
      url: '/v2/clients/:client/balances',
      operationId: 'getClientBalances',
      summary: 'Read the earned and payable amounts of an agency',
      description,
      policy: onAgency('client'),
      replies: { 200: BalanceList },
      handle: async ({ ctx, resource: agency }) => ({
        data: (await readAgencyBalances(ctx, deps, { agencyId: agency.id })).map(presentOwnBalance),
      }),
    },
    { url: '/v2/clients/:client/balance', operationId: 'getClientBalance' },
  );

  operation(app, {
    ...shared,
    url: '/v2/admin/balances',
    operationId: 'adminListBalances',
    summary: 'List the balances of creators and agencies',
    description: 'The largest payable amount first unless `sort_by` is given.',
    policy: adminOnly,
    query: {
      kind: Type.Optional(oneOf(PAYEE_KINDS)),
      currency: Type.Optional(currencyCode({ description: 'In this currency alone.' })),
      state: Type.Optional(oneOf(BALANCE_STATES, { description: 'Balances with a payable, held or overpaid amount.' })),
      sort_by: BALANCE_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: PayeeBalanceList },
    handle: async ({ ctx, query, page, request }) => {
      const { kind, currency, state, sort_by: sort } = query;
      const found = await listBalances(ctx, deps, { kind, currency, state, sort }, page);
      return presentV2Page(request, page, found, presentPayeeBalance);
    },
  });
}
