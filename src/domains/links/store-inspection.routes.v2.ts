import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { id, nullable, oneOf } from '../../platform/http/fields.ts';
import { operation } from '../../platform/http/operation.ts';
import { onStore } from '../stores/index.ts';
import { inspectForStore, STORE_VERDICTS, type StoreInspection } from './inspect-for-store.ts';
import type { LinkParts } from './routes.v2.ts';
import { inspectionResult } from './schemas.ts';

const DecidingRule = Type.Object({
  id: nullable(id({ description: 'Null: the rule has just been taken away.' })),
  type: oneOf(['allow', 'block']),
  url: Type.String({ description: 'Empty for a rule of a keyword alone.' }),
  keyword: Type.String({ description: 'Empty when there is none.' }),
});

const StoreInspectionRecord = Type.Object(
  {
    verdict: oneOf(STORE_VERDICTS, {
      description:
        '`earns`: links are this store’s. `shared`: other stores fit as well, the creator chooses. `outranked`: another store fits more ' +
        'closely. `hidden`: creators do not see the store. `blocked`, `not_allowed`: by its rules. `other_domain`: at none of its domains. ' +
        '`inactive`: the store takes no part.',
    }),
    inspection_result: inspectionResult(),
    url: nullable(Type.String({ description: 'In its normal form.' })),
    reason: nullable(Type.String({ description: 'Why the text is no URL, in a sentence.' })),
    domain: nullable(Type.String({ description: 'The domain of the store that the URL lies at.' })),
    allowed_by: nullable(DecidingRule),
    blocked_by: nullable(DecidingRule),
    winners: Type.Array(Type.Object({ id: id(), name: Type.String() }), {
      description: 'The stores that links to the URL are made for.',
    }),
  },
  { description: 'What a link to the URL comes to for this store, and what decides it.' },
);

/** For a store's members: which of their pages earn, and by which rule. */
export function storeInspectionRoutes(app: FastifyInstance, { live }: LinkParts): void {
  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/url-inspections',
    operationId: 'inspectUrlForStore',
    summary: 'Would a link to this URL earn, and which rule decides it?',
    description: 'By the same index that links are made by; it says what every creator hears whom no store blocks.',
    tags: ['Links'],
    addition: true,
    policy: onStore('store'),
    body: Type.Object({
      url: Type.String({ maxLength: 8192, description: 'Any text; what is no URL is `invalid_url`.' }),
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
