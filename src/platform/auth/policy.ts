import type { Context } from '../context.ts';
import { Forbidden, NotFound, Unauthenticated } from '../errors/errors.ts';
import { type Actor, isInPerson } from './actor.ts';
import type { Credential } from './credential.ts';

/** The input of a policy. It excludes the body, because authorization is decided before the body is read. */
export interface PolicyRequest {
  /** Owner of the access token; null without a valid token. */
  actor: Actor | null;
  /** The parsed Authorization header, for policies that check credentials other than the access token. */
  credential: Credential | null;
  headers: Record<string, string | string[] | undefined>;
  /** Path parameters, not yet decoded into ids. */
  params: Record<string, string>;
  /** Whether the request comes from this machine itself, not through a proxy. */
  isLocalPeer: boolean;
  contextFor(actor: Actor): Context;
}

/** The ways in which callers of a route authenticate. The values are the names of the security schemes in the API reference. */
export type CredentialKind = 'none' | 'accessToken' | 'idpSession' | 'serviceApiKey';

/**
 * Decides who may call a route. `WhoActs` is the type of the handler's actor, and `Resource` is the record that the
 * policy has loaded. Policies for other credentials (a session of the identity provider, a service key) return their
 * verified claims as the resource.
 */
export interface Policy<WhoActs extends Actor | null, Resource> {
  /** Stable name, used in the API reference (`x-policy`) and in the authorization matrix. */
  name: string;
  /** One sentence for the API reference that describes who may call the route. */
  describe: string;
  credential: CredentialKind;
  /** The path parameter that the policy reads, and the display name of the record type. */
  subject: { param: string; kind: string; isId: boolean } | null;
  /** The statuses with which the policy refuses a request. */
  refusals: readonly (401 | 403 | 404)[];
  /** Admits the caller, or throws Unauthenticated, Forbidden or NotFound. */
  admit(request: PolicyRequest): Promise<Admission<WhoActs, Resource>>;
}

export interface Admission<WhoActs extends Actor | null, Resource> {
  actor: WhoActs;
  resource: Resource;
}

/** Admits everyone, also without a token. With a valid token, the handler still receives the actor. */
export const everyone: Policy<Actor | null, null> = {
  name: 'everyone',
  describe: 'Anyone, without a token.',
  credential: 'none',
  subject: null,
  refusals: [],
  admit: async ({ actor }) => ({ actor, resource: null }),
};

/** Admits every caller with a valid token. The scope of the query limits what each caller sees. */
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
 * Admits the same callers, but only in person. Tokens that another user has created to act for the user are refused with 403, for actions
 * that bind or change the person (password, registration, membership). The policy itself decides about callers without a token.
 */
export function inPerson<WhoActs extends Actor | null, Resource>(
  policy: Policy<WhoActs, Resource>,
): Policy<WhoActs, Resource> {
  return {
    ...policy,
    name: `${policy.name}InPerson`,
    describe: `${policy.describe} Not with a token that another user has created to act for the user.`,
    refusals: policy.refusals.includes(403) ? policy.refusals : [...policy.refusals, 403],
    admit: async (request) => {
      const admission = await policy.admit(request);
      if (request.actor !== null && !isInPerson(request.actor)) throw new Forbidden();
      return admission;
    },
  };
}

/** `hide`: the actor must not learn that the record exists (404). `forbid`: the actor may know about it but not use it (403). */
export type Access = 'allow' | 'forbid' | 'hide';

export interface ResourcePolicy<Resource, Key> {
  name: string;
  describe: string;
  /** Path parameter that identifies the resource. */
  param: string;
  /** Display name of the record type in "No query results for ….", for example `affiliate link`. */
  kind: string;
  /**
   * Loads the record with the columns that `access` needs; null when it does not exist. `params` holds all path
   * parameters as text, for a record that must belong to another record of the path (`parsePathId` parses an id).
   */
  load(ctx: Context, key: Key, params: Readonly<Record<string, string>>): Promise<Resource | null>;
  /** The access rule, a pure function of actor and record. */
  access(actor: Actor, resource: Resource): Access;
}

/**
 * Admits actors that `access` permits to use the record with the id (1 to 2^53-1) in the path. The handler receives the record.
 */
export function onResource<Resource>(rule: ResourcePolicy<Resource, number>): Policy<Actor, Resource> {
  return resourcePolicy(rule, parsePathId, true);
}

/** Like `onResource`, for a record whose path parameter is a text, for example a public token. */
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

/** Parses an id from a path: decimal digits from 1 to 2^53-1 without leading zeros. Returns null for anything else. */
export function parsePathId(raw: string): number | null {
  if (!/^[1-9]\d{0,15}$/.test(raw)) return null;
  const id = Number(raw);
  return Number.isSafeInteger(id) ? id : null;
}

/**
 * Returns the text if PostgreSQL accepts it as a parameter, else null. A path cannot contain a lone surrogate, but
 * it can contain %00.
 */
function parsePathText(raw: string): string | null {
  return raw === '' || raw.includes('\0') ? null : raw;
}
