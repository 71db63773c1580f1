import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Static, type TObject, type TProperties, type TSchema, type TUndefined, Type } from 'typebox';
import { type Actor, isStoreKey } from '../auth/actor.ts';
import type { CredentialKind, Policy, PolicyRequest } from '../auth/policy.ts';
import { type Presence, requirePresence, requireProvenEmail } from '../auth/presence.ts';
import { type RouteScope, requireScope } from '../auth/scopes.ts';
import { personOf, requirePerson, type StoreKeyRouteScope, storeKeyScopeOf } from '../auth/store-keys.ts';
import { admitForTeam, defaultNeed, type TeamNeed } from '../auth/team-roles.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { type PageRequest, pageRequest } from '../pagination.ts';
import { type AssistantUse, checkAssistantUse, requireCalledOperation } from './assistant-calls.ts';
import { namesTag } from './entity-tag.ts';
import { type CommitsItself, idempotencyHeaders, onceForKey, requireKeptAnswers } from './idempotency.ts';
import { inputReader, kindOf } from './input.ts';
import { isLocalPeer } from './local-peer.ts';
import type { PublicWrite } from './public-limits.ts';
import { ifMatchHeaders, readIfMatch, requireVersion, tagOf, type VersionFields } from './record-version.ts';
import { type FileReply, type Replies, type ReplyValue, withFailures } from './replies.ts';
import { acceptForm, FORM_TYPE } from './request-body.ts';
import { pathSchemas, routeSchema } from './route-schemas.ts';
import {
  acceptUpload,
  MALFORMED_MULTIPART,
  readUpload,
  type UploadedFile,
  type UploadSpec,
  uploadBody,
} from './upload.ts';
import { countedUpload, UPLOAD_LIMIT } from './upload-guard.ts';

/** The reply to a conditional read of a record whose entity tag the caller has. */
const UNCHANGED = Type.Null({ description: 'The reply is the one of `if-none-match`.' });

/** `GET` also answers HEAD. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Names of the path parameters in a URL such as `/v2/offers/:offer/users/:user`. */
export type PathNames<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? WithoutEnding<Name> | PathNames<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? WithoutEnding<Name>
    : never;

/** `/t/:key.js` has the parameter `key`. */
type WithoutEnding<Name extends string> = Name extends `${infer Stem}.${string}` ? Stem : Name;

/** A path parameter is an id unless `params` declares another schema. */
type ParamsOf<Url extends string, Params> = {
  [Name in PathNames<Url>]: Name extends keyof Params
    ? Params[Name] extends TSchema
      ? Static<Params[Name]>
      : number
    : number;
};

/** The context of use cases. The actor may be null on public routes. */
export type ContextOf<WhoActs extends Actor | null> = Omit<Context, 'actor'> & { actor: WhoActs };

/** The declaration of a route: its address, policy, input and replies. */
export interface Operation<
  Url extends string,
  WhoActs extends Actor | null,
  Resource,
  Params extends { [Name in PathNames<Url>]?: TSchema },
  Query extends TProperties,
  Body extends TSchema,
  Answers extends Replies,
  Value extends ReplyValue<Answers>,
  Upload extends UploadSpec | undefined,
> {
  method: Method;
  /** With `:name` for path parameters. */
  url: Url;
  /** Unique. Generated clients use it as the name of a function. */
  operationId: string;
  /** A short title. */
  summary: string;
  description?: string;
  tags: readonly string[];
  /** Documented as an addition: the interface lacks the route or its body. */
  addition?: boolean;
  /** For an addition: `beta` may still change incompatibly, with a note in the changelog; `stable` by default. */
  stability?: 'beta';
  /** The days (`2026-11-29`) since when the operation is deprecated, and after which it may be gone. Every reply says both in its headers. */
  deprecated?: { since: string; sunset: string };
  policy: Policy<WhoActs, Resource>;
  /** The scope that a token needs. A write declares it, by what it does; a read needs `read` by default. */
  scope?: RouteScope;
  /** The need that the team role of the caller must permit; by default `defaultNeed` of the scope. */
  needs?: TeamNeed;
  /** Whether API keys that belong to a store are accepted; by default they are refused. A scope: keys need it instead of the route's. */
  storeKey?: boolean | StoreKeyRouteScope;
  /**
   * `orders`: an API key of a store has the limit of order reports on this route (`PublicLimits.reportsPerKey`), in one counter for all such
   * routes; by default it has the limit of people.
   */
  storeKeyLimit?: 'orders';
  /** Whether assistants may call the route (`assistant-calls.ts`); by default they may not. Never for routes about money, keys or people. */
  assistants?: AssistantUse;
  /**
   * The path of the protected resource that the route is (RFC 9728): it accepts tokens that are bound to this address. All other routes
   * refuse such tokens.
   */
  resource?: string;
  /** How the caller must be present (`presence.ts`). Every write declares it, and every route of another scope than `read`. */
  presence?: Presence;
  /**
   * Whether an account whose mailbox nobody has proven may call a route of the presence `fresh` or `owner`. By default it may not,
   * because such routes send money or data or give access.
   */
  forUnproven?: boolean;
  /** Schemas of path parameters that are not ids, or whose record is not named like the parameter. */
  params?: Params;
  /** Fields of the query, by name. A field with a default is documented as optional. A GET also accepts them in a body. */
  query?: Query;
  body?: Body;
  /**
   * Whether the body is a form that a browser sends when it opens a page, in place of JSON. Pages of other sites can send it, too, so the route must
   * check where it comes from.
   */
  form?: true;
  /** A form with one file, instead of a body. */
  upload?: Upload;
  /** Documented replies. A returned value is sent with the lowest status below 400. */
  replies: Answers;
  /** Codes of business errors (`illegal_transition`: a 400) and further statuses (404, 409). */
  errors?: readonly (string | 403 | 404 | 409)[];
  /** The maximum size of the body in bytes; by default the server's limit. */
  bodyLimit?: number;
  /**
   * Accepts the header `Idempotency-Key`, for routes that move money. With a key, the handler's `ctx.db` is the transaction that stores it, so the handler must
   * do all its work in it and return JSON or nothing. `CommitsItself`: it commits its own transactions instead.
   */
  idempotent?: boolean | CommitsItself<NoInfer<Value>>;
  /** The fields of the reply that a change can set; null if it lacks them. The reply has their entity tag (`record-version.ts`). */
  version?: (value: NoInfer<Value>) => VersionFields | null;
  /**
   * For a change: locks the record in the transaction `ctx.db` and reads the same fields as its GET. With the header `If-Match`, the handler runs in this
   * transaction, so it must do all its work in `ctx.db`; what must follow the commit belongs into `afterCommit`.
   * @throws NotFound when it is gone
   */
  current?: (call: Call<Url, WhoActs, Resource, Params, Query, Body, Upload>) => Promise<VersionFields>;
  /** Runs after the handler's transactions and before the reply. */
  afterCommit?: (call: Call<Url, WhoActs, Resource, Params, Query, Body, Upload>) => Promise<void>;
  /** False only for routes that monitoring calls. */
  rateLimited?: boolean;
  /** For writes without an account: a further limit for the caller's address, independent of the rate limit (`public-limits.ts`). */
  publicWrite?: PublicWrite;
  handle(call: Call<Url, WhoActs, Resource, Params, Query, Body, Upload>): Promise<Value> | Value;
}

/** The arguments of a handler. */
interface Call<
  Url extends string,
  WhoActs extends Actor | null,
  Resource,
  Params,
  Query extends TProperties,
  Body extends TSchema,
  Upload,
> {
  ctx: ContextOf<WhoActs>;
  actor: WhoActs;
  params: ParamsOf<Url, Params>;
  query: Static<TObject<Query>>;
  /** The requested page of a list, whose query contains `pageQuery()`. */
  page: Static<TObject<Query>> extends { page: number; size: number } ? PageRequest : undefined;
  body: Static<Body>;
  /** The file, if the route accepts one. */
  upload: Upload extends UploadSpec ? UploadedFile : undefined;
  /** The record that the policy loaded. */
  resource: Resource;
  request: FastifyRequest;
  /** For headers, another status, or the type of a file. */
  reply: FastifyReply;
}

/** The facts about an operation on its route (`request.routeOptions.config.operation`), for guards, tests and metrics. */
export interface OperationFacts {
  operationId: string;
  policy: string;
  credential: CredentialKind;
  /** Null if the route needs no access token. */
  scope: RouteScope | null;
  /** The need that the team role of the caller must permit. */
  needs: TeamNeed;
  /** Null if the route needs no access token. */
  presence: Presence | null;
  /** What a route that takes an access token should declare and does not. */
  undeclared: readonly ('scope' | 'presence')[];
  rateLimited: boolean;
  /** How assistants find the route; null: they cannot call it. */
  assistants: AssistantUse | null;
  /** The scope that an API key of a store needs; null: keys are refused. */
  storeKeyScope: StoreKeyRouteScope | null;
  /** The path of the protected resource that the route is; null: none. */
  resource: string | null;
  /** Which limit an API key of a store has; by default that of people. */
  storeKeyLimit?: 'orders';
  publicWrite?: PublicWrite;
  /** Whether the reply has an entity tag. */
  hasTag: boolean;
  isDeprecated: boolean;
  /** All documented replies, including errors. */
  documented: Record<number, TSchema | FileReply>;
}

/**
 * Declares a route. Order of a call: authentication and rate limit, policy (before the body is read), validation
 * of path, query and body (all errors at once), the handler, serialization by the reply's schema.
 * @throws Error if the declaration contradicts itself. The route guard refuses incomplete declarations.
 */
export function operation<
  const Url extends string,
  WhoActs extends Actor | null,
  Resource,
  Answers extends Replies,
  // const: literals that a handler returns keep their literal types.
  const Value extends ReplyValue<Answers>,
  Params extends { [Name in PathNames<Url>]?: TSchema } = Record<never, never>,
  Query extends TProperties = Record<never, never>,
  Body extends TSchema = TUndefined,
  Upload extends UploadSpec | undefined = undefined,
>(app: FastifyInstance, spec: Operation<Url, WhoActs, Resource, Params, Query, Body, Answers, Value, Upload>): void {
  const params = pathSchemas(spec.url, spec.params ?? {}, spec.policy);
  const body = spec.body ?? null;
  const { upload } = spec;
  if (upload !== undefined && (body !== null || ['GET', 'DELETE'].includes(spec.method))) {
    throw new Error(`${spec.method} ${spec.url} takes a file in place of a body, in a method that has one`);
  }
  if (spec.idempotent) requireKeptAnswers(spec);
  const query: TProperties = spec.query ?? {};
  const takesToken = spec.policy?.credential === 'accessToken';
  const scope = takesToken ? (spec.scope ?? 'read') : null;
  const presence = takesToken ? (spec.presence ?? 'token') : null;
  const needs = spec.needs ?? defaultNeed(scope);
  const storeKey = spec.storeKey ?? false;
  if (spec.storeKeyLimit !== undefined && storeKey === false)
    throw new Error(`${spec.method} ${spec.url} has a limit of keys of stores, and is not for them`);
  const storeKeyScope =
    storeKey === false ? null : storeKeyScopeOf(`${spec.method} ${spec.url}`, { storeKey, scope, needs, presence });
  const assistants = spec.assistants ?? null;
  if (assistants !== null)
    checkAssistantUse(`${spec.method} ${spec.url}`, assistants, { isRead: spec.method === 'GET', scope, presence });
  // The routes of the interface, and those that browsers open (images, returns from other services), ignore unknown fields.
  const refusesUnknown = spec.addition === true && takesToken;
  const isRead = spec.method === 'GET';
  const conditional = isRead && spec.version !== undefined ? { 304: UNCHANGED } : {};
  const documented = withFailures(
    { ...spec.replies, ...conditional },
    {
      refusals: [...(spec.policy?.refusals ?? []), ...(scope === null ? [] : [403])],
      hasQuery: refusesUnknown || Object.keys(query).length > 0,
      takesBody: body !== null || upload !== undefined,
      hasIdParams: Object.values(params).some((schema) => kindOf(schema) !== null),
      hasTextParams: Object.values(params).some((schema) => kindOf(schema) === null),
      errors: [
        ...(spec.errors ?? []),
        ...(upload === undefined ? [] : [MALFORMED_MULTIPART, UPLOAD_LIMIT]),
        ...(spec.idempotent ? [409, 422] : []),
        ...(spec.current === undefined ? [] : [412, 422]),
      ],
    },
  );
  const facts: OperationFacts = {
    operationId: spec.operationId,
    policy: spec.policy?.name,
    credential: spec.policy?.credential,
    scope,
    needs,
    presence,
    undeclared: takesToken ? undeclaredBy(spec) : [],
    rateLimited: spec.rateLimited ?? true,
    assistants,
    storeKeyScope,
    resource: spec.resource ?? null,
    hasTag: spec.version !== undefined,
    isDeprecated: spec.deprecated !== undefined,
    ...(spec.storeKeyLimit === undefined ? {} : { storeKeyLimit: spec.storeKeyLimit }),
    ...(spec.publicWrite === undefined ? {} : { publicWrite: spec.publicWrite }),
    documented,
  };
  const readInput = inputReader({ params, query, body }, { bodyFeedsQuery: spec.method === 'GET', refusesUnknown });
  const headers = { ...(spec.idempotent ? idempotencyHeaders() : {}), ...(spec.current ? ifMatchHeaders() : {}) };
  const status = usualStatus(spec.replies ?? {});
  const route: RouteOptions = {
    method: spec.method,
    url: spec.url,
    config: { operation: facts },
    schema: {
      ...routeSchema(
        { ...spec, scope, needs, presence, storeKey: storeKeyScope },
        { params, query, body, replies: spec.replies ?? {}, documented },
      ),
      ...(spec.form === undefined ? {} : { consumes: [FORM_TYPE] }),
      ...(upload === undefined ? {} : { body: uploadBody(upload), consumes: ['multipart/form-data'] }),
      ...(Object.keys(headers).length === 0 ? {} : { headers: Type.Object(headers) }),
    },
    ...(spec.bodyLimit === undefined ? {} : { bodyLimit: spec.bodyLimit }),
    onRequest: async (request, reply) => {
      if (spec.deprecated !== undefined) reply.headers(deprecationHeaders(spec.deprecated));
      requireCalledOperation(spec.operationId, assistants);
      if (scope !== null) {
        requirePerson(request.actor, storeKeyScope !== null);
        const isKey = request.actor !== null && isStoreKey(request.actor);
        requireScope(request.actor, isKey ? storeKeyScope! : scope);
      }
      const policyRequest: PolicyRequest = {
        // A public route ignores the key of a store.
        actor: scope === null ? personOf(request.actor) : request.actor,
        credential: request.credential,
        headers: request.headers,
        params: request.params as Record<string, string>,
        isLocalPeer: isLocalPeer(request.raw),
        contextFor: (actor) => app.contextFor(request, actor),
      };
      request.admission = await admitForTeam(spec.policy, policyRequest, needs);
      // Authorization errors take precedence.
      if (presence === null || presence === 'token') return;
      requirePresence(request.actor, presence, app.contextFor(request, request.actor).now());
      if (!spec.forUnproven) requireProvenEmail(request.actor);
    },
    handler: async (request, reply) => {
      const input = readInput(request);
      const page =
        'page' in query && 'size' in query ? pageRequest(input.query as { page: number; size: number }) : undefined;
      if (upload !== undefined) await app.uploads.requireSpace();
      const file = upload === undefined ? undefined : await readUpload(request, upload);
      const { actor, resource } = request.admission as { actor: WhoActs; resource: Resource };
      reply.code(status);
      const ctx = app.contextFor(request, actor);
      // The reader has validated the input; this informs the compiler.
      const callWith = (db: Database) => {
        const call = { ctx: { ...ctx, db }, actor, ...input, page, upload: file, resource, request, reply };
        return call as unknown as Call<Url, WhoActs, Resource, Params, Query, Body, Upload>;
      };
      const { current } = spec;
      const tags = current === undefined ? null : readIfMatch(request.headers['if-match']);
      const handle = (db: Database) => {
        if (current === undefined || tags === null) return spec.handle(callWith(db));
        return db.transaction(async (tx) => {
          const call = callWith(tx);
          requireVersion(tags, await current(call));
          return spec.handle(call);
        });
      };
      const answer = () =>
        spec.idempotent
          ? onceForKey<Value>(
              { request, reply, ctx: ctx as ContextOf<Actor>, input, upload: file },
              handle,
              spec.idempotent === true ? null : spec.idempotent,
            )
          : handle(ctx.db);
      const value =
        file === undefined || actor === null
          ? await answer()
          : await countedUpload(app.uploads, { ...ctx, account: actor.userId, bytes: file.content.length }, answer);
      await spec.afterCommit?.(callWith(ctx.db));
      const version = spec.version?.(value) ?? null;
      if (version !== null) {
        const etag = tagOf(version, value);
        reply.header('etag', etag);
        if (isRead && namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      }
      if (!reply.sent && (value === undefined || value === null)) return reply.send();
      return value;
    },
  };
  if (upload !== undefined) acceptUpload(app, route);
  else if (spec.form) acceptForm(app, route);
  else app.route(route);
}

const deprecationHeaders = ({ since, sunset }: { since: string; sunset: string }) => ({
  deprecation: `@${Date.parse(since) / 1_000}`,
  sunset: new Date(sunset).toUTCString(),
});

/** Whether a write, or a read that needs more than the scope `read`, lacks its scope or presence. */
function undeclaredBy({
  method,
  scope,
  presence,
}: Pick<Operation<never, never, never, never, never, never, never, never, never>, 'method' | 'scope' | 'presence'>) {
  const isPlainRead = method === 'GET' && (scope === undefined || scope === 'read' || scope === 'any');
  if (isPlainRead) return [];
  const declared = { scope, presence };
  return (['scope', 'presence'] as const).filter((name) => declared[name] === undefined);
}

/** The lowest documented status below 400, with which a returned value is sent. */
function usualStatus(replies: Replies): number {
  const statuses = Object.keys(replies).map(Number);
  return Math.min(...statuses.filter((status) => status < 400), 599);
}
