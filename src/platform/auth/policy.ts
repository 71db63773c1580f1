import type { Context } from '../context.ts';
import { Forbidden, NotFound, Unauthenticated } from '../errors/errors.ts';
import { type Actor, isInPerson } from './actor.ts';
import type { Credential } from './credential.ts';

/** What a policy may look at. It never sees the body: who may call is settled before the body is read. */
export interface PolicyRequest {
  /** Owner of the access token; null without a valid one. */
  actor: Actor | null;
  /** What the Authorization header holds, for policies of other credentials than the access token. */
  credential: Credential | null;
  headers: Record<string, string | string[] | undefined>;
  /** Path parameters as they came. */
  params: Record<string, string>;
  /** The request comes from this machine itself, handed on by nobody. */
  isLocalPeer: boolean;
  contextFor(actor: Actor): Context;
}

/** How callers of a route show who they are; the names of the security schemes in the reference. */
export type CredentialKind = 'none' | 'accessToken' | 'idpSession' | 'serviceApiKey';

/**
 * Who may call a route. `WhoActs` is what the handler gets as its actor, `Resource` what the policy loaded for it.
 * Other credentials than the access token (an identity provider's session, a service key) are other implementations of
 * this, with what they verified as their resource.
 */
export interface Policy<WhoActs extends Actor | null, Resource> {
  /** Stable name, for the reference (`x-policy`) and for the authorization matrix. */
  name: string;
  /** One sentence for the reference: who may call. */
  describe: string;
  credential: CredentialKind;
  /** The path parameter it reads, and the plain name of the record that this identifies. */
  subject: { param: string; kind: string; isId: boolean } | null;
  /** Statuses that it refuses with. */
  refusals: readonly (401 | 403 | 404)[];
  /** Lets the caller in, or throws Unauthenticated, Forbidden or NotFound. */
  admit(request: PolicyRequest): Promise<Admission<WhoActs, Resource>>;
}

export interface Admission<WhoActs extends Actor | null, Resource> {
  actor: WhoActs;
  resource: Resource;
}

/** Anyone, also without a token. A valid token still tells the handler who calls. */
export const everyone: Policy<Actor | null, null> = {
  name: 'everyone',
  describe: 'Anyone, without a token.',
  credential: 'none',
  subject: null,
  refusals: [],
  admit: async ({ actor }) => ({ actor, resource: null }),
};

/** Anyone with a valid token; what they see is the business of the query's scope. */
export const signedIn: Policy<Actor, null> = {
  name: 'signedIn',
  describe: 'Anyone with a valid access token.',
  credential: 'accessToken',
  subject: null,
  refusals: [401],
  admit: async (request) => ({ actor: identified(request), resource: null }),
};

export const adminOnly: Policy<Actor, null> = {
  name: 'adminOnly',
  describe: 'Administrators.',
  credential: 'accessToken',
  subject: null,
  refusals: [401, 403],
  admit: async (request) => {
    const actor = identified(request);
    if (!actor.isAdmin) throw new Forbidden();
    return { actor, resource: null };
  },
};

/**
 * The same callers, but in person: refuses tokens that somebody else has made to act for the user with 403, for what binds or changes the
 * person (a password, a registration, a membership). Whoever calls without a token is the policy's own business.
 */
export function inPerson<WhoActs extends Actor | null, Resource>(
  policy: Policy<WhoActs, Resource>,
): Policy<WhoActs, Resource> {
  return {
    ...policy,
    name: `${policy.name}InPerson`,
    describe: `${policy.describe} In person: not with a token that somebody else has made to act for the user.`,
    refusals: policy.refusals.includes(403) ? policy.refusals : [...policy.refusals, 403],
    admit: async (request) => {
      const admission = await policy.admit(request);
      if (request.actor !== null && !isInPerson(request.actor)) throw new Forbidden();
      return admission;
    },
  };
}

/** `hide`: the actor may not know that it exists (404). `forbid`: it may know and not touch (403). */
export type Access = 'allow' | 'forbid' | 'hide';

export interface ResourcePolicy<Resource, Key> {
  name: string;
  describe: string;
  /** Path parameter that identifies the resource. */
  param: string;
  /** Plain name of the record for "No query results for ….", as `affiliate link`. */
  kind: string;
  /**
   * Reads the resource with the facts that `access` needs; null when there is none. `params`: all of the path's parameters as they came,
   * for a record that must belong to another one named in the path (`parsePathId` reads an id).
   */
  load(ctx: Context, key: Key, params: Readonly<Record<string, string>>): Promise<Resource | null>;
  /** The rule: a pure function of the two. */
  access(actor: Actor, resource: Resource): Access;
}

/** Those whom `access` lets at the record whose id (1 to 2^53-1) stands in the path; the handler gets the record. */
export function onResource<Resource>(rule: ResourcePolicy<Resource, number>): Policy<Actor, Resource> {
  return resourcePolicy(rule, parsePathId, true);
}

/** Like `onResource`, for a record whose path parameter is a text (a public token, say). */
export function onNamedResource<Resource>(rule: ResourcePolicy<Resource, string>): Policy<Actor, Resource> {
  return resourcePolicy(rule, parsePathText, false);
}

function resourcePolicy<Resource, Key>(
  rule: ResourcePolicy<Resource, Key>,
  parse: (raw: string) => Key | null,
  isId: boolean,
): Policy<Actor, Resource> {
  const { name, describe, param, kind } = rule;
  return {
    name,
    describe,
    credential: 'accessToken',
    subject: { param, kind, isId },
    refusals: [401, 403, 404],
    admit: async (request) => {
      const actor = identified(request);
      const key = parse(request.params[param] ?? '');
      const resource = key === null ? null : await rule.load(request.contextFor(actor), key, request.params);
      if (resource === null) throw new NotFound(kind);
      const access = rule.access(actor, resource);
      if (access === 'hide') throw new NotFound(kind);
      if (access === 'forbid') throw new Forbidden();
      return { actor, resource };
    },
  };
}

function identified({ actor }: PolicyRequest): Actor {
  if (actor === null) throw new Unauthenticated();
  return actor;
}

/** An id as a path writes it: 1 to 2^53-1, digits alone, no leading zero; null for anything else. */
export function parsePathId(raw: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(raw)) return null;
  const id = Number(raw);
  return Number.isSafeInteger(id) ? id : null;
}

/** A text that PostgreSQL can be asked for; a path cannot hold half a surrogate pair, but it can hold %00. */
function parsePathText(raw: string): string | null {
  return raw === '' || raw.includes('\0') ? null : raw;
}
