import type { Readable } from 'node:stream';
import { type Static, type TSchema, Type } from 'typebox';

/** A reply that is no JSON: a file, a page, a script. Made by `file`. */
export interface FileReply<MediaType extends string = string> {
  description: string;
  content: Record<MediaType, { schema: TSchema }>;
}

/** A reply that is JSON unless the caller asks for a file of another media type. Made by `jsonOrFile`. */
export interface JsonOrFileReply<Json extends TSchema = TSchema> extends FileReply {
  content: Record<string, { schema: TSchema }> & { 'application/json': { schema: Json } };
}

/** What a route answers with one status: JSON of a schema, a file, either, or nothing. */
export type Reply = TSchema | FileReply | JsonOrFileReply | null;

/** Status to reply. The lowest status below 400 is what a returned value is sent with. */
export type Replies = Record<number, Reply>;

/** What a handler may return for these replies. */
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

/** A reply is only read, so a handler may return what is not to be changed. */
type Frozen<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** Documents a reply of other media types than JSON; the handler sets the type (`reply.type`) and returns the content. */
export function file<MediaType extends string>(description: string, ...mediaTypes: MediaType[]): FileReply<MediaType> {
  const content = Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: Type.String({ contentMediaType: type }) }]),
  ) as unknown as FileReply<MediaType>['content'];
  return { description, content };
}

/** Documents a reply that is JSON of the schema, or a file, for which the handler sets the type. */
export function jsonOrFile<Json extends TSchema>(
  json: Json,
  description: string,
  ...mediaTypes: string[]
): JsonOrFileReply<Json> {
  const { content } = file(description, ...mediaTypes);
  return { description, content: { ...content, 'application/json': { schema: json } } };
}

/** The schema of a reply's JSON; null for a file that is nothing else. */
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

/** Codes of a 400 that any route may give, beside its own business refusals. */
const REQUEST_CODES = ['bad_request', 'malformed_json', 'amount_too_large'] as const;

const UNREADABLE = refusal(
  'The request could not be read, or a sum in the answer is too large to be told exactly.',
  REQUEST_CODES,
);

/** The documented shape of each failure; the descriptions say when it comes. Shared, so that they are compiled once. */
const FAILURES: Record<number, TSchema> = {
  400: UNREADABLE,
  401: Type.Object(
    { message: Type.Literal('Unauthenticated.') },
    { description: 'No credentials, or wrong ones; `www-authenticate` names the kind.' },
  ),
  403: refusal('The caller may know that this exists, and may not touch it.', ['forbidden']),
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
    { description: 'There is no such record, or none that the caller may know of.' },
  ),
  405: refusal('The path is known, and not with this method; `allow` lists those that it answers.', [
    'method_not_allowed',
  ]),
  408: refusal('The request took too long to arrive.'),
  409: refusal('The request contradicts an earlier one.'),
  413: refusal('The body is larger than this endpoint takes.'),
  414: refusal('The address is too long.'),
  415: refusal('The body is not of a media type that this endpoint takes.'),
  422: Type.Object(
    {
      message: Type.Literal('The given data was invalid.'),
      errors: Type.Record(Type.String(), Type.Array(Type.String()), {
        description: 'Path of each field that is wrong, as `targets.emails.0`, and what would be right.',
      }),
    },
    { description: 'The input has the wrong form; all faults are named at once.' },
  ),
  429: Type.Object(
    { message: Type.Literal('Too Many Attempts.') },
    { description: 'More requests than a minute allows.' },
  ),
  431: refusal('The headers are larger than this server takes, with the address at most 16 KiB.'),
  500: Type.Object(
    { message: Type.String(), request_id: Type.String() },
    { description: 'A fault of the service; the id finds it in the log.' },
  ),
  503: refusal('Something that the service needs does not answer; try again.', ['unavailable']),
};

/** What decides which failures a route can give. */
export interface FailureFacts {
  refusals: readonly number[];
  hasQuery: boolean;
  takesBody: boolean;
  /** Path parameters that are ids (404 when wrong), and others (422). */
  hasIdParams: boolean;
  hasTextParams: boolean;
  /** Codes of business refusals (400) and statuses beyond the policy's, as the route declares them. */
  errors: readonly (string | number)[];
}

/** The replies of a route with every failure it can give; what the route declares itself wins. */
export function withFailures(replies: Replies, facts: FailureFacts): Record<number, TSchema | FileReply> {
  const codes = facts.errors.filter((error) => typeof error === 'string');
  const statuses = new Set<number>([...facts.refusals, ...facts.errors.filter((error) => typeof error === 'number')]);
  // Any route, a GET too, can be sent a body that is too large, of the wrong kind or no JSON; and every address or head can be too long.
  for (const status of [413, 414, 415, 429, 431, 500, 503]) statuses.add(status);
  if (facts.hasIdParams) statuses.add(404);
  if (facts.hasQuery || facts.takesBody || facts.hasTextParams) statuses.add(422);
  const documented: Record<number, TSchema | FileReply> = {};
  for (const status of statuses) documented[status] = failureSchema(status);
  documented[400] = codes.length === 0 ? UNREADABLE : refusal('The request is refused.', [...codes, ...REQUEST_CODES]);
  for (const [status, reply] of Object.entries(replies)) {
    documented[Number(status)] = reply ?? Type.Null({ description: 'Done; the body is empty.' });
  }
  return documented;
}

/** @throws Error for a status that has no documented shape: a mistake in a route's declaration. */
export function failureSchema(status: number): TSchema {
  const schema = FAILURES[status];
  if (schema === undefined) throw new Error(`There is no documented failure with status ${status}`);
  return schema;
}
