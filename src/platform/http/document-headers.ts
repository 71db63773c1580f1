/** The headers of replies, as components of the document. */
export const HEADER_COMPONENTS = {
  RequestId: {
    description: 'The id of the request in the log of the service. A request may bring its own.',
    schema: { type: 'string' },
  },
  RateLimitLimit: { description: 'Requests that the caller may send in a minute.', schema: { type: 'integer' } },
  RateLimitRemaining: { description: 'Requests that remain of them.', schema: { type: 'integer' } },
  RateLimitReset: { description: 'Seconds until the limit begins anew.', schema: { type: 'integer' } },
  RetryAfter: {
    description: 'Seconds after which the request may be repeated. A reply of a proxy may lack it.',
    schema: { type: 'integer' },
  },
  ETag: {
    description:
      'The version of the reply. Send it as `if-match` with a change, which compares the fields that a change can set, so that it does not overwrite the change of another user, or as `if-none-match` with a read, which is a 304 while the whole reply is unchanged.',
    schema: { type: 'string' },
  },
  Deprecation: {
    description: 'Since when the operation is deprecated (RFC 9745): `@` and seconds since 1970.',
    schema: { type: 'string' },
  },
  Sunset: { description: 'After when the operation may be gone (RFC 8594).', schema: { type: 'string' } },
} as const;

type HeaderName = keyof typeof HEADER_COMPONENTS;

const RATE_LIMIT = {
  'x-ratelimit-limit': 'RateLimitLimit',
  'x-ratelimit-remaining': 'RateLimitRemaining',
  'x-ratelimit-reset': 'RateLimitReset',
} as const satisfies Record<string, HeaderName>;

/** What decides about the headers of an operation's replies. */
export interface HeaderFacts {
  isRateLimited: boolean;
  hasTag: boolean;
  isDeprecated: boolean;
}

/** References to the headers of a reply with this status. A limit is checked before anything that an error could be about. */
export function headersOf(
  status: number,
  { isRateLimited, hasTag, isDeprecated }: HeaderFacts,
): Record<string, object> {
  const names: Record<string, HeaderName> = {
    'x-request-id': 'RequestId',
    ...(isRateLimited && (status < 400 || status === 429) ? RATE_LIMIT : {}),
    ...(status === 429 || status === 503 ? { 'retry-after': 'RetryAfter' } : {}),
    ...(isDeprecated ? { deprecation: 'Deprecation', sunset: 'Sunset' } : {}),
    ...(hasTag && (status === 200 || status === 304) ? { etag: 'ETag' } : {}),
  };
  return Object.fromEntries(
    Object.entries(names).map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
  );
}
