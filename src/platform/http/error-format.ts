import { isCausedBy, isRetryable, isUnavailable, sentenceOfRule, sqlState } from '../database/errors.ts';
import {
  AmountTooLarge,
  ChangedSince,
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  RuleRefused,
  TributaryError,
  Unauthenticated,
  Unavailable,
} from '../errors/errors.ts';
import { TooMuchMoney } from '../money.ts';

/** Too many requests in a minute; the caller may try again later. */
export class TooManyRequests extends TributaryError {
  readonly status = 429;
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too Many Attempts.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The path exists, but not with this method. */
export class MethodNotAllowed extends TributaryError {
  readonly status = 405;
  /** The methods of the path. */
  readonly allowed: readonly string[];
  constructor(allowed: readonly string[]) {
    super(`This path answers ${allowed.join(', ')}.`);
    this.allowed = allowed;
  }
}

/** A stable error code and a message for people. */
type Wording = [code: string, message: string];

/** The body has a format, size or media type that the endpoint does not accept. */
export class UnreadableBody extends TributaryError {
  readonly status: 400 | 413 | 415;
  readonly code: string;
  constructor(status: 400 | 413 | 415, [code, message] = requestWording(status)) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The response of an error. `body` contains no text of foreign errors. */
export interface FormattedError {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** Error code and message, by status, of errors at the level of HTTP. */
const REQUEST_FAULTS: Record<number, Wording> = {
  400: ['bad_request', 'The request could not be read.'],
  408: ['request_timeout', 'The request took too long to arrive.'],
  412: ['precondition_failed', 'A precondition of the request does not hold.'],
  413: ['body_too_large', 'The body is larger than this endpoint takes.'],
  414: ['address_too_long', 'The address is too long.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
  416: ['range_not_satisfiable', 'There is no such part of the file.'],
  417: ['expectation_failed', 'Unsupported Expect header.'],
  431: ['headers_too_large', 'The headers are larger than this server takes.'],
};

export const MALFORMED_JSON: Wording = ['malformed_json', 'The body is not valid JSON.'];

/** SQLSTATEs of PostgreSQL: a text with NUL or invalid UTF-8, an invalid number, a number out of range. */
const INPUT_SQLSTATES = new Set(['22021', '22P02', '22003']);

/** Business rules that the database enforces, by the SQLSTATE of its functions (migrations/repeatable). */
const RULES_OF_DATABASE: Record<string, Wording> = {
  // The sentence of the database names the term and the earliest day.
  TRB09: ['terms_are_promised', 'The campaign has promised that its terms do not get worse.'],
  // The sentence of the database names what cannot change.
  TRB10: ['terms_are_promised', 'The store has reserved money for a campaign.'],
  TRB11: ['balance_too_low', 'The prepaid balance does not cover this.'],
  TRB12: ['approval_period_missing', 'Orders of this campaign wait until the store decides.'],
  TRB13: ['rates_rise', 'A campaign of the store has rates that rise with approved orders.'],
  TRB04: [
    'credit_limit',
    'The store has reached its credit limit; nothing more is owed on its behalf until it has paid.',
  ],
};

/** A statement that exceeded its time limit or waited too long for a lock. */
const GIVEN_UP_SQLSTATES = new Set(['57014', '55P03']);

/**
 * Converts anything that can be thrown to a response. All API versions share one format (docs, "Errors").
 * @param error any value: an error of Tributary, Fastify or PostgreSQL (also as the `cause` of another), or not an error
 * @param requestId included in the body of a 500, to find it in the log
 */
export function formatError(error: unknown, requestId: string): FormattedError {
  if (error instanceof TributaryError) return formatOwn(error, requestId);
  // An error thrown while a row is read is the cause of the query's error.
  if (isCausedBy(error, AmountTooLarge) || isCausedBy(error, TooMuchMoney))
    return formatOwn(new AmountTooLarge(), requestId);
  const rule = RULES_OF_DATABASE[sqlState(error) ?? ''];
  if (rule !== undefined) return formatOwn(new RuleRefused(rule[0], sentenceOfRule(error) ?? rule[1]), requestId);
  // The plugin that serves files reports 403 for paths outside of its folder. The caller receives a 404.
  if (field(error, 'statusCode') === 403) return formatOwn(new NotFound('route'), requestId);
  const status = requestFaultStatus(error);
  if (status !== null) return requestFault(status, error);
  switch (databaseFault(error)) {
    case 'input':
      return formatOwn(new InvalidInput({ request: ['holds a value that cannot be stored'] }), requestId);
    case 'unavailable':
      return formatOwn(new Unavailable('The service is not available for the moment. Try again.'), requestId);
    default:
      return serverError(requestId);
  }
}

function formatOwn(error: TributaryError, requestId: string): FormattedError {
  const { status, message } = error;
  if (error instanceof Unauthenticated) return formatted(status, { message });
  if (error instanceof Forbidden) return formatted(status, { status, error: error.code, message });
  if (error instanceof RuleRefused || error instanceof Conflict || error instanceof UnreadableBody)
    return formatted(status, { status, error: error.code, message });
  if (error instanceof ChangedSince) {
    const { code, changed, etag } = error;
    return { status, headers: { etag }, body: { status, error: code, message, changed } };
  }
  if (error instanceof InvalidInput) return formatted(status, { message, errors: error.errors });
  // The keys of a Laravel exception as documented, without paths or stacks of this server.
  if (error instanceof NotFound) {
    return formatted(status, { message, exception: 'NotFound', file: '', line: 0, trace: [] });
  }
  if (error instanceof MethodNotAllowed) {
    const body = { status, error: 'method_not_allowed', message };
    return { status, headers: { allow: error.allowed.join(', ') }, body };
  }
  if (error instanceof TooManyRequests) return formatted(status, { message }, error.retryAfterSeconds);
  if (error instanceof Unavailable) {
    return formatted(status, { status, error: 'unavailable', message }, error.retryAfterSeconds);
  }
  return serverError(requestId);
}

function formatted(status: number, body: Record<string, unknown>, retryAfterSeconds?: number): FormattedError {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return { status, headers, body };
}

function serverError(requestId: string): FormattedError {
  return formatted(500, { message: 'Server Error', request_id: requestId });
}

/** The 4xx status that Fastify or a plugin set on an error, if a request can cause this status. */
function requestFaultStatus(error: unknown): number | null {
  const status = field(error, 'statusCode');
  return typeof status === 'number' && REQUEST_FAULTS[status] !== undefined ? status : null;
}

function requestFault(status: number, error: unknown): FormattedError {
  const [code, message] = isMalformedJson(error) ? MALFORMED_JSON : requestWording(status);
  return formatted(status, { status, error: code, message });
}

function requestWording(status: number): Wording {
  return REQUEST_FAULTS[status] ?? ['bad_request', 'The request could not be read.'];
}

function isMalformedJson(error: unknown): boolean {
  return error instanceof SyntaxError || field(error, 'code') === 'FST_ERR_CTP_INVALID_JSON_BODY';
}

function databaseFault(error: unknown): 'input' | 'unavailable' | null {
  const state = sqlState(error);
  if (state !== null && INPUT_SQLSTATES.has(state)) return 'input';
  const tryLater = isUnavailable(error) || isRetryable(error) || (state !== null && GIVEN_UP_SQLSTATES.has(state));
  return tryLater ? 'unavailable' : null;
}

function field(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | null | undefined)?.[name];
}
