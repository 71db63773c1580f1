import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { id, list, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { legacyTime } from '../../../platform/legacy-values.ts';
import { legacyEnvelope, pageQuery, presentLegacyPage } from '../../../platform/pagination.ts';
import type { StoreDeps } from '../deps.ts';
import { COLLECTORS } from '../tracking/collector.ts';
import { CLICK_ID_PARAMETER } from '../urls/click-id.ts';
import { type Connection, listConnections, MAX_DOMAINS } from './list-connections.ts';

const time = () => Type.String({ examples: ['2030-01-31 12:00:00'] });

const Connections = {
  ...legacyEnvelope(
    Type.Object({
      store_id: id(),
      store_name: Type.String(),
      domains: list(Type.String(), { max: MAX_DOMAINS }),
      click_parameter: Type.String({
        description:
          'The parameter that our links add to the address of a landing page: the click’s id. They add nothing else.',
      }),
      tracking_key: Type.String({ description: 'Identifies the store in its pages; not a secret.' }),
      script_url: Type.String({ description: 'The script that stores the click’s id and reports orders.' }),
      has_orders: Type.Boolean({ description: 'Whether an order has ever come.' }),
      last_order_at: nullable(time()),
      collectors: list(Type.Object({ collector: oneOf(COLLECTORS), last_seen_at: time() }), {
        max: COLLECTORS.length,
        description: 'The ways by which orders have come, each with when one came last.',
      }),
    }),
  ),
  description: 'By the store’s name. (The body is an addition.)',
};

/** The connection of a store's web analytics. */
export function analyticsRoutesLegacy(app: FastifyInstance, { publicUrl }: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/connect-with-analytics',
    operationId: 'connectWithAnalytics',
    summary: 'Read the settings for a store’s web analytics',
    description:
      'Of the caller’s stores, of all for an administrator: the parameter by which a shop’s analytics knows our clicks, the script for its pages, ' +
      'and whether orders arrive.',
    tags: ['Store management'],
    policy: signedIn,
    query: {
      store_id: Type.Optional(id({ description: 'Only this one.' })),
      ...pageQuery(),
    },
    replies: { 200: Connections },
    handle: async ({ ctx, query, page, request }) => {
      const connections = await listConnections(ctx, { storeId: query.store_id, page });
      return presentLegacyPage(request, publicUrl, page, connections, (one) => presentConnection(publicUrl, one));
    },
  });
}

function presentConnection(publicUrl: string, { id: storeId, name, tracking_key, domains, collectors }: Connection) {
  const seen = collectors.map(({ collector, last_seen_at }) => ({ collector, at: new Date(last_seen_at) }));
  const last = seen.map(({ at }) => at).sort((a, b) => b.getTime() - a.getTime())[0];
  return {
    store_id: storeId,
    store_name: name,
    domains,
    click_parameter: CLICK_ID_PARAMETER,
    tracking_key,
    script_url: `${publicUrl}/t/${tracking_key}.js`,
    has_orders: last !== undefined,
    last_order_at: last === undefined ? null : legacyTime(last),
    collectors: seen.map(({ collector, at }) => ({ collector, last_seen_at: legacyTime(at) })),
  };
}
