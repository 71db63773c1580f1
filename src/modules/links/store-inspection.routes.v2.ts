import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { id, nameSchemas, nullable, oneOf } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { onStore } from '../stores/index.ts';
import { inspectForStore, STORE_VERDICTS, type StoreInspection } from './inspect-for-store.ts';
import type { LinkDeps } from './link-deps.ts';
import { inspectionResult } from './schemas.ts';

const DecidingRule = Type.Object({
  id: nullable(id({ description: 'Null when the rule has just been removed.' })),
  type: oneOf(['allow', 'block']),
  url: Type.String({ description: 'Empty for a rule with a keyword only.' }),
  keyword: Type.String({ description: 'Empty when there is none.' }),
});

const StoreInspectionRecord = Type.Object(
  {
    verdict: oneOf(STORE_VERDICTS, {
      description:
        '`earns`: links belong to this store. `shared`: other stores match equally, and the creator chooses. `outranked`: another store matches more ' +
        'closely. `hidden`: creators do not see the store. `blocked`, `not_allowed`: decided by its rules. `other_domain`: outside its domains. ' +
        '`inactive`: the store is not active.',
    }),
    inspection_result: inspectionResult(),
    url: nullable(Type.String({ description: 'The normalized URL.' })),
    reason: nullable(Type.String({ description: 'Why the text is not a URL, in one sentence.' })),
    domain: nullable(Type.String({ description: 'The store’s domain that the URL belongs to.' })),
    allowed_by: nullable(DecidingRule),
    blocked_by: nullable(DecidingRule),
    winners: Type.Array(Type.Object({ id: id(), name: Type.String() }), {
      description: 'The stores for which a link to the URL is created.',
    }),
  },
  { description: 'The result of a link to the URL for this store, and the domain and rule that decide it.' },
);

/** Shows the members of a store which of its pages earn, and by which rule. */
export function storeInspectionRoutes(app: FastifyInstance, { live }: LinkDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/url-inspections',
    needs: 'read',
    operationId: 'inspectUrlForStore',
    scope: 'links',
    presence: 'token',
    summary: 'Check whether a link to a URL would earn, and which rule decides it',
    description: 'Uses the same index as link creation. The result applies to creators that no store blocks.',
    tags: ['Links'],
    addition: true,
    policy: onStore('store'),
    body: Type.Object({
      url: Type.String({
        maxLength: 8192,
        description: 'Any text. The result for a text that is not a URL is `invalid_url`.',
      }),
    }),
    replies: { 200: StoreInspectionRecord },
    handle: async ({ ctx, resource, body }) =>
      presentStoreInspection(await inspectForStore(ctx, live.index, { storeId: resource.id, text: body.url })),
  });
}

function presentStoreInspection({ result, allowedBy, blockedBy, winners, ...rest }: StoreInspection) {
  return {
    ...rest,
    inspection_result: result,
    allowed_by: allowedBy,
    blocked_by: blockedBy,
    winners: [...winners],
  };
}

nameSchemas({ DecidingRule, StoreInspection: StoreInspectionRecord });
