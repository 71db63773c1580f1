import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { signedIn } from '../../../platform/auth/policy.ts';
import { id, list, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { APPS, findEntrypoint } from './find-entrypoint.ts';

const MAX_SHOWN = 1000;

const Named = Type.Object({ id: id(), name: Type.String() });

const query = {
  app: Type.Optional(oneOf(APPS, { description: 'What the caller wants to work as.' })),
  store_id: Type.Optional(id({ description: 'The store that the caller wants to work on.' })),
};

const Entrypoint = Type.Object(
  {
    app: oneOf(APPS, { description: 'What the caller works as now.' }),
    apps: list(oneOf(APPS), { max: APPS.length, description: 'What the caller may work as.' }),
    user_id: id(),
    store: nullable(Named),
    client: nullable(Named),
    stores: list(Named, { max: MAX_SHOWN, description: `The caller’s own, by name; at most ${MAX_SHOWN}.` }),
    clients: list(Named, { max: MAX_SHOWN, description: `Those that the caller represents, likewise.` }),
  },
  { description: '(The body is an addition.)' },
);

/** The first page of a user after sign-in. */
export function entrypointRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/entrypoint',
    operationId: 'getEntrypoint',
    summary: 'Read the app, store and client to open after signing in',
    description:
      'Without `app`, the first of admin, advertiser, agency and creator that applies to the caller, or advertiser if `store_id` is one of the caller’s stores. `store` is the requested store, or for an advertiser the first one by name. `client` is, for an agency, the first one by name.',
    tags: ['Sessions'],
    policy: signedIn,
    query,
    errors: [403, 404],
    replies: { 200: Entrypoint },
    handle: async ({ ctx, query: { app: wanted, store_id: storeId } }) => {
      const { app, apps, store, agency, me } = await findEntrypoint(ctx, { app: wanted, storeId });
      const [stores, clients] = [me.stores.map(named), me.agencies.map(named)];
      return { app, apps, user_id: me.id, store: namedOrNull(store), client: namedOrNull(agency), stores, clients };
    },
  });
}

const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
const namedOrNull = (one: { id: number; name: string } | null) => (one === null ? null : named(one));

nameSchemas({ StoreEntrypoint: Entrypoint });
