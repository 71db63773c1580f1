import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Policy } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { createStoreKey, STORE_KEY_ERRORS } from './create-store-key.ts';
import { listStoreKeys } from './list-store-keys.ts';
import { revokeStoreKey } from './revoke-store-key.ts';
import {
  NewStoreKeyRecord,
  presentNewStoreKey,
  presentStoreKey,
  StoreKeyBody,
  StoreKeyList,
  storeKeyQuery,
} from './schemas.ts';

/** API keys that belong to a store. The policy is that of the stores, a later module. */
export function storeKeyRoutes(app: FastifyInstance, policy: Policy<Actor, { id: number; name: string }>): void {
  const common = { tags: ['Access tokens'], addition: true, policy } as const;
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/api-keys',
    operationId: 'listStoreKeys',
    summary: 'List a store’s API keys',
    description: 'Valid keys, newest first.',
    query: storeKeyQuery,
    replies: { 200: StoreKeyList },
    handle: async ({ ctx, resource, page, request }) =>
      presentV2Page(request, page, await listStoreKeys(ctx, { storeId: resource.id, page }), presentStoreKey),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/stores/:store/api-keys',
    operationId: 'createStoreKey',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Create an API key of a store',
    description:
      'For programs of the store. The key belongs to the store and remains valid when the person who creates it leaves. It is accepted by the ' +
      'routes that say so. Those who manage the store are notified by mail.',
    needs: 'owner',
    body: StoreKeyBody,
    replies: { 201: NewStoreKeyRecord },
    errors: STORE_KEY_ERRORS,
    handle: async ({ ctx, resource: store, body: { expires_at: until, ...body } }) =>
      presentNewStoreKey(
        await createStoreKey(ctx, { store, ...body, expiresAt: until === undefined ? undefined : new Date(until) }),
      ),
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/stores/:store/api-keys/:key',
    operationId: 'revokeStoreKey',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Revoke an API key of a store',
    description: 'The next request with it is refused. Those who manage the store are notified by mail.',
    needs: 'owner',
    replies: { 204: null },
    handle: ({ ctx, resource: store, params }) => revokeStoreKey(ctx, { store, keyId: params.key }),
  });
}
