import { isCausedBy, isRetryable, isUnavailable, sqlState } from '../database/errors.ts';
import {
  AmountTooLarge,
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

/** The path is known, and not with this method. */
export class MethodNotAllowed extends TributaryError {
  readonly status = 405;
  /** What the path does answer. */
  readonly allowed: readonly string[];
  constructor(allowed: readonly string[]) {
    super(`This path answers ${allowed.join(', ')}.`);
    this.allowed = allowed;
  }
}

/** How a body that cannot be read is told: a stable code, and a sentence for people. */
type Wording = [code: string, message: string];

/** The body is not of a form, a size or a kind that the endpoint reads. */
export class UnreadableBody extends TributaryError {
  readonly status: 400 | 413 | 415;
  readonly code: string;
  constructor(status: 400 | 413 | 415, [code, message] = requestWording(status)) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** An error as it leaves: nothing in `body` comes from an error that we did not write ourselves. */
export interface FormattedError {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** What `formatError` makes of errors that HTTP itself causes: `error` code and message by status. */
const REQUEST_FAULTS: Record<number, Wording> = {
  400: ['bad_request', 'The request could not be read.'],
  408: ['request_timeout', 'The request took too long to arrive.'],
  412: ['precondition_failed', 'A precondition of the request does not hold.'],
  413: ['body_too_large', 'The body is larger than this endpoint takes.'],
  414: ['address_too_long', 'The address is too long.'],
  415: ['unsupported_media_type', 'Send the body as application/json.'],
  416: ['range_not_satisfiable', 'There is no such part of the file.'],
  417: ['expectation_failed', 'What the header Expect asks for is nothing that this server does.'],
  431: ['headers_too_large', 'The headers are larger than this server takes.'],
};

export const MALFORMED_JSON: Wording = ['malformed_json', 'The body is not valid JSON.'];

/** PostgreSQL: a text with NUL or broken UTF-8, a text that is no number, a number out of range. */
const INPUT_SQLSTATES = new Set(['22021', '22P02', '22003']);

/** Rules of the business that the database itself holds, by the SQLSTATE with which its functions refuse (migrations/repeatable). */
const RULES_OF_DATABASE: Record<string, Wording> = {
  TRB04: [
    'credit_limit',
    'The store has reached its credit limit; nothing more is owed on its behalf until it has paid.',
  ],
};

/** A statement that ran into its time limit, or into a lock that did not open. */
const GIVEN_UP_SQLSTATES = new Set(['57014', '55P03']);

/**
 * Everything that can be thrown, as the table of docs "Errors" puts it on the wire. One format for all faces.
 * @param error anything: our own errors, Fastify's, PostgreSQL's (also as the `cause` of another), or not an error at all
 * @param requestId goes into the body of a 500, so that it can be found in the log
 */
export function formatError(error: unknown, requestId: string): FormattedError {
  if (error instanceof TributaryError) return formatOwn(error, requestId);
  // Thrown where a row is read, it comes wrapped in the failure of the query.
  if (isCausedBy(error, AmountTooLarge) || isCausedBy(error, TooMuchMoney))
    return formatOwn(new AmountTooLarge(), requestId);
  const rule = RULES_OF_DATABASE[sqlState(error) ?? ''];
  if (rule !== undefined) return formatOwn(new RuleRefused(...rule), requestId);
  // A plugin that serves files hides what lies outside of them; to the caller there is nothing there.
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
  if (error instanceof Forbidden) return formatted(status, { status, error: 'forbidden', message });
  if (error instanceof RuleRefused || error instanceof Conflict || error instanceof UnreadableBody)
    return formatted(status, { status, error: error.code, message });
  if (error instanceof InvalidInput) return formatted(status, { message, errors: error.errors });
  // The documented keys of a Laravel exception, and never a path or a stack of ours.
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

/** The 4xx that Fastify or a plugin put on an error, when it is one that a request can cause. */
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
