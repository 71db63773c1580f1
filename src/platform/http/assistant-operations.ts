import type { FastifyInstance, FastifySchema } from 'fastify';
import { type Actor, isStoreKey } from '../auth/actor.ts';
import type { RouteScope } from '../auth/scopes.ts';
import type { StoreKeyRouteScope } from '../auth/store-keys.ts';
import type { AssistantUse } from './assistant-calls.ts';
import { forReaders } from './openapi.ts';
import type { Keywords } from './schema-annotations.ts';

/** An operation that assistants may call, as its route declares it. */
export interface AssistantOperation {
  operationId: string;
  method: string;
  /** With `:name` for path parameters. */
  url: string;
  summary: string;
  description: string;
  tags: readonly string[];
  use: AssistantUse;
  scope: RouteScope;
  storeKeyScope: StoreKeyRouteScope | null;
  isForAdministrators: boolean;
  /** The schemas of the path parameters, of the query fields, and of the body, if the route has one. */
  path: Record<string, Keywords>;
  query: Record<string, Keywords>;
  body: Keywords | null;
  /** The names of the required query fields. */
  requiredQuery: readonly string[];
}

/** Collects the operations for assistants of all routes that are added later. */
export function collectAssistantOperations(app: FastifyInstance): readonly AssistantOperation[] {
  const operations: AssistantOperation[] = [];
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const facts = config?.operation;
    if (facts === undefined || facts.assistants === null || facts.scope === null || method === 'HEAD') return;
    const { operationId, assistants: use, scope, storeKeyScope, policy } = facts;
    const { summary, description, tags, params, querystring, body } = forReaders(schema ?? {}) as Documented;
    operations.push({
      operationId,
      method: String(method),
      url,
      summary,
      description,
      tags,
      use,
      scope,
      storeKeyScope,
      isForAdministrators: policy.startsWith('adminOnly'),
      path: params?.properties ?? {},
      query: querystring?.properties ?? {},
      requiredQuery: querystring?.required ?? [],
      body: body ?? null,
    });
  });
  return operations;
}

interface Documented extends FastifySchema {
  summary: string;
  description: string;
  tags: readonly string[];
  params?: Fields;
  querystring?: Fields;
  body?: Keywords;
}

interface Fields {
  properties: Record<string, Keywords>;
  required?: string[];
}

/**
 * Whether a caller could use an operation at all: by the scopes of the token, and by the kind of record that the path names. The route
 * itself decides about each call.
 */
export function isFor(actor: Actor, { scope, storeKeyScope, isForAdministrators, path }: AssistantOperation): boolean {
  const scopes: readonly string[] = actor.token?.scopes ?? [];
  if (isStoreKey(actor)) return storeKeyScope !== null && (storeKeyScope === 'any' || scopes.includes(storeKeyScope));
  if (scope !== 'any' && !scopes.includes(scope)) return false;
  if (actor.isAdmin) return true;
  if (isForAdministrators) return false;
  if ('store' in path && actor.storeIds.length === 0) return false;
  return !('client' in path && actor.agencyIds.length === 0);
}
