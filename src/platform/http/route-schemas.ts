import { type TProperties, type TSchema, Type } from 'typebox';
import type { Actor } from '../auth/actor.ts';
import type { CredentialKind, Policy } from '../auth/policy.ts';
import type { Presence } from '../auth/presence.ts';
import type { RouteScope } from '../auth/scopes.ts';
import type { StoreKeyRouteScope } from '../auth/store-keys.ts';
import type { TeamNeed } from '../auth/team-role.ts';
import type { AssistantUse } from './assistant-calls.ts';
import { id } from './fields.ts';
import { kindOf } from './input.ts';
import type { FileReply, Replies } from './replies.ts';

/**
 * A schema for each `:name` of the URL: the route's own schema, otherwise that of an id of the policy's record or of a record named
 * like the parameter.
 */
export function pathSchemas(
  url: string,
  own: Partial<Record<string, TSchema>>,
  policy: Policy<Actor | null, unknown> | undefined,
): TProperties {
  const names = [...url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const subject = policy?.subject ?? null;
  for (const name of [...Object.keys(own), ...(subject === null ? [] : [subject.param])]) {
    if (!names.includes(name)) throw new Error(`${url} has no path parameter :${name}`);
  }
  return Object.fromEntries(
    names.map((name) => {
      const given = own[name];
      if (given !== undefined) return [name, kindOf(given) === '' ? { ...given, 'x-kind': plainName(name) } : given];
      if (subject?.param !== name) return [name, id({ kind: plainName(name) })];
      return [name, subject.isId ? id({ kind: subject.kind }) : Type.String({ minLength: 1, maxLength: 255 })];
    }),
  );
}

/** Converts `affiliate_link` and `offerUserId` to `affiliate link` and `offer user`. */
function plainName(param: string): string {
  return param
    .replace(/(?<=\w)_?[iI]d$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

const PRESENCE_SENTENCES: Record<Presence, string> = {
  token: '',
  fresh: ' A session must have been confirmed within ten minutes (`confirmSession`).',
  owner:
    ' Only in a session that was confirmed within ten minutes (`confirmSession`), with the second factor if the account has one; API tokens are refused (403 `not_a_session`).',
};

/** The ways of authentication, any of which is enough. */
function securityOf(credential: CredentialKind): Record<string, string[]>[] {
  if (credential === 'none') return [];
  const own = [{ [credential]: [] }];
  return credential === 'accessToken' ? [...own, { accessTokenAsBearer: [] }] : own;
}

interface Schemas {
  params: TProperties;
  query: TProperties;
  body: TSchema | null;
  replies: Replies;
  documented: Record<number, TSchema | FileReply>;
}

/** The schemas by which Fastify serializes replies. The document shows them together with the error replies. */
export function routeSchema(
  spec: {
    operationId: string;
    summary: string;
    description?: string;
    tags: readonly string[];
    addition?: boolean;
    stability?: 'beta';
    deprecated?: { since: string; sunset: string };
    policy: Policy<Actor | null, unknown>;
    scope: RouteScope | null;
    needs: TeamNeed;
    storeKey: StoreKeyRouteScope | null;
    presence: Presence | null;
    assistants?: AssistantUse | undefined;
  },
  { params, query, body, replies, documented }: Schemas,
) {
  const scope = spec.scope === null || spec.scope === 'any' ? '' : ` A token needs the scope \`${spec.scope}\`.`;
  const present = spec.presence === null ? '' : PRESENCE_SENTENCES[spec.presence];
  // Administrators act for every team regardless of their role in a team.
  const isTeamRoute = spec.scope !== null && spec.needs !== 'read' && spec.policy?.name !== 'adminOnly';
  const role = isTeamRoute ? ` For a store or an agency, the role must permit \`${spec.needs}\`.` : '';
  const isOther = spec.storeKey !== null && spec.storeKey !== 'any' && spec.storeKey !== spec.scope;
  const keyScope = isOther ? ` with the scope \`${spec.storeKey}\`` : '';
  const key = spec.storeKey === null ? '' : ` API keys of the store${keyScope} are accepted.`;
  const who = `**Who may call:** ${spec.policy?.describe}${scope}${role}${present}${key}`;
  const ours = spec.addition ? 'An addition of Tributary to the interface.' : '';
  return {
    operationId: spec.operationId,
    summary: spec.summary,
    description: [spec.description, ours, who].filter(Boolean).join('\n\n'),
    tags: spec.tags,
    ...(spec.addition ? { 'x-addition': true, 'x-stability': spec.stability ?? 'stable' } : {}),
    ...(spec.deprecated === undefined ? {} : { deprecated: true, 'x-sunset': spec.deprecated.sunset }),
    security: securityOf(spec.policy?.credential),
    'x-policy': spec.policy?.name,
    ...(spec.scope === null ? {} : { 'x-scope': spec.scope, 'x-needs': spec.needs, 'x-presence': spec.presence }),
    ...(spec.storeKey === null ? {} : { 'x-store-key': true, 'x-store-key-scope': spec.storeKey }),
    ...(spec.assistants === undefined ? {} : { 'x-assistants': spec.assistants }),
    ...(Object.keys(params).length > 0 ? { params: Type.Object(params) } : {}),
    ...(Object.keys(query).length > 0 ? { querystring: Type.Object(query) } : {}),
    ...(body === null ? {} : { body }),
    // Errors are serialized without schemas. The document reads their schemas from `config.operation.documented`.
    response: Object.fromEntries(Object.entries(replies).map(([status]) => [status, documented[Number(status)]])),
  };
}
