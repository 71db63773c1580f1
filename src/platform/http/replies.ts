import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';
import { CONFLICT_CODES, FORBIDDEN_CODES } from '../errors/errors.ts';
import { nameSchemas } from './fields.ts';

/** A reply that is not JSON: a file, a page, a script. Created by `file`. */
export interface FileReply<MediaType extends string = string> {
  description: string;
  content: Record<MediaType, { schema: TSchema }>;
}

/** A reply that is JSON, or a file if the caller requests one. Created by `jsonOrFile`. */
export interface JsonOrFileReply<Json extends TSchema = TSchema> extends FileReply {
  content: Record<string, { schema: TSchema }> & { 'application/json': { schema: Json } };
}

/** The content of a reply with one status: JSON of a schema, a file, either, or nothing. */
export type Reply = TSchema | FileReply | JsonOrFileReply | null;

/** Replies by status. A returned value is sent with the lowest status below 400. */
export type Replies = Record<number, Reply>;

/** The permitted results of a handler with these replies. */
export type ReplyValue<R extends Replies> = { [Status in keyof R]: ValueOf<R[Status]> }[keyof R];

type ValueOf<R> = R extends null
  ? // biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing may simply end
    null | undefined | void
  : R extends JsonOrFileReply<infer Json>
    ? Frozen<Static<Json>> | Readable
    : R extends FileReply
      ? string | Uint8Array | Readable
      : R extends TSchema
        ? Frozen<Static<R>>
        : never;

/** A reply is only read, so a handler may return read-only values. */
export type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** Documents a reply that is not JSON. The handler sets the media type (`reply.type`) and returns the content. */
export function file<MediaType extends string>(description: string, ...mediaTypes: MediaType[]): FileReply<MediaType> {
  const content = Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: Type.String({ contentMediaType: type }) }]),
  ) as unknown as FileReply<MediaType>['content'];
  return { description, content };
}

/** Documents a reply that is JSON of the schema, or a file whose media type the handler sets. */
export function jsonOrFile<Json extends TSchema>(
  json: Json,
  description: string,
  ...mediaTypes: string[]
): JsonOrFileReply<Json> {
  const { content } = file(description, ...mediaTypes);
  return { description, content: { ...content, 'application/json': { schema: json } } };
}

/** The schema of a reply's JSON; null for a file. */
export function jsonSchemaOf(reply: TSchema | FileReply): TSchema | null {
  return isFileReply(reply) ? (reply.content['application/json']?.schema ?? null) : reply;
}

export function isFileReply(reply: Reply | undefined): reply is FileReply {
  return reply !== null && reply !== undefined && 'content' in reply;
}

function refusal(description: string, codes?: readonly string[]) {
  const error = codes === undefined ? Type.String() : Type.Enum([...codes], { type: 'string' });
  return Type.Object({ status: Type.Integer(), error, message: Type.String() }, { description });
}

/** Error codes of a 400 that any route may return, in addition to its business errors. */
const REQUEST_CODES = ['bad_request', 'malformed_json', 'amount_too_large'] as const;

const UNREADABLE = refusal(
  'The request could not be read, or an amount in the reply is too large to be exact.',
  REQUEST_CODES,
);

/** The documented shape of each error. The objects are shared, so that each schema is compiled once. */
const FAILURES: Record<number, TSchema> = {
  400: UNREADABLE,
  401: Type.Object(
    { message: Type.Literal('Unauthenticated.') },
    { description: 'Missing or invalid credentials; `www-authenticate` names their kind.' },
  ),
  403: refusal('The caller may not do this, or not with this token.', FORBIDDEN_CODES),
  404: Type.Object(
    {
      message: Type.String({ examples: ['No query results for affiliate link.'] }),
      exception: Type.String(),
      file: Type.String(),
      line: Type.Integer(),
      trace: Type.Array(
        Type.Object({
          file: Type.String(),
          line: Type.Integer(),
          function: Type.String(),
          class: Type.String(),
          type: Type.String(),
        }),
      ),
    },
    { description: 'The record does not exist or is hidden from the caller.' },
  ),
  405: refusal('The path does not support this method; `allow` lists the supported ones.', ['method_not_allowed']),
  408: refusal('The request took too long to arrive.', ['request_timeout']),
  409: refusal('The request contradicts an earlier one.', CONFLICT_CODES),
  412: Type.Object(
    {
      status: Type.Integer(),
      error: Type.Enum(['changed_since'], { type: 'string' }),
      message: Type.String(),
      changed: Type.Array(Type.String(), { description: 'The fields that have changed since the record was read.' }),
    },
    {
      description:
        'The record has changed since it was read (`if-match`). The header `etag` contains the current version.',
    },
  ),
  413: refusal('The body exceeds the limit of this endpoint.', ['body_too_large']),
  414: refusal('The address is too long.', ['address_too_long']),
  415: refusal('The endpoint does not accept the media type of the body.', ['unsupported_media_type']),
  422: Type.Object(
    {
      message: Type.Literal('The given data was invalid.'),
      errors: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'The path of each invalid field, such as `targets.emails.0`, and the valid values.',
      }),
    },
    { description: 'The input is invalid. All errors are listed.' },
  ),
  429: Type.Object({ message: Type.Literal('Too Many Attempts.') }, { description: 'The rate limit is exceeded.' }),
  431: refusal('The headers and the address together exceed 16 KiB.', ['headers_too_large']),
  500: Type.Object(
    { message: Type.String(), request_id: Type.String() },
    { description: 'An internal error. The id identifies it in the log.' },
  ),
  503: refusal('A required service is unavailable; retry later.', ['unavailable']),
};

nameSchemas({
  RequestError: FAILURES[400]!,
  UnauthenticatedError: FAILURES[401]!,
  ForbiddenError: FAILURES[403]!,
  NotFoundError: FAILURES[404]!,
  MethodNotAllowedError: FAILURES[405]!,
  TimeoutError: FAILURES[408]!,
  ConflictError: FAILURES[409]!,
  ChangedSinceError: FAILURES[412]!,
  TooLargeError: FAILURES[413]!,
  AddressTooLongError: FAILURES[414]!,
  MediaTypeError: FAILURES[415]!,
  ValidationError: FAILURES[422]!,
  RateLimitError: FAILURES[429]!,
  HeadersTooLargeError: FAILURES[431]!,
  ServerError: FAILURES[500]!,
  UnavailableError: FAILURES[503]!,
});

/** The facts that determine the possible errors of a route. */
export interface FailureFacts {
  refusals: readonly number[];
  hasQuery: boolean;
  takesBody: boolean;
  /** Path parameters that are ids (404 if invalid), and others (422). */
  hasIdParams: boolean;
  hasTextParams: boolean;
  /** The declared codes of business errors (400) and further statuses. */
  errors: readonly (string | number)[];
}

/** The replies of a route including all possible errors. Declarations of the route take precedence. */
export function withFailures(replies: Replies, facts: FailureFacts): Record<number, TSchema | FileReply> {
  const codes = facts.errors.filter((error) => typeof error === 'string');
  const statuses = new Set<number>([...facts.refusals, ...facts.errors.filter((error) => typeof error === 'number')]);
  // Any request, including a GET, can have an invalid or too large body, a too long address or too large headers.
  for (const status of [413, 414, 415, 429, 431, 500, 503]) statuses.add(status);
  if (facts.hasIdParams) statuses.add(404);
  if (facts.hasQuery || facts.takesBody || facts.hasTextParams) statuses.add(422);
  const documented: Record<number, TSchema | FileReply> = {};
  for (const status of statuses) documented[status] = failureSchema(status);
  documented[400] = codes.length === 0 ? UNREADABLE : refusalWith(codes);
  for (const [status, reply] of Object.entries(replies)) {
    documented[Number(status)] = reply ?? Type.Null({ description: 'Done; the body is empty.' });
  }
  return documented;
}

/**
 * The documented shape of a 400 with these codes of business errors. Its name says up to two of them; otherwise it is that of the operation. `terms_are_promised` is
 * named only in the first place, so that operations that have got it later keep the name.
 */
function refusalWith(codes: readonly string[]): TSchema {
  const schema = refusal('The request is refused.', [...codes, ...REQUEST_CODES]);
  const named = codes.filter((code, n) => n === 0 || code !== 'terms_are_promised');
  const words = named.flatMap((code, n) => [...(n > 0 ? ['or'] : []), ...code.split('_')]);
  const name = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  if (named.length <= 2) nameSchemas({ [`${name}Error`]: schema });
  return schema;
}

/** @throws Error for a status without a documented shape, which is an error in a route's declaration. */
export function failureSchema(status: number): TSchema {
  const schema = FAILURES[status];
  if (schema === undefined) throw new Error(`There is no documented failure with status ${status}`);
  return schema;
}
