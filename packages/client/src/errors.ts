import type { ErrorCode } from './schema.d.ts';

/** The fields of an error reply. Every one is optional, because a proxy may have written the reply. */
interface ErrorBody {
  message?: string;
  error?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
  request_id?: string;
  changed?: readonly string[];
}

/** What the headers of an error reply say. */
interface ReplyFacts {
  retryAfterSeconds?: number | null;
  requestId?: string | null;
}

/** The message with the first invalid field, because logs show only the message. */
function withFirstFault(message: string, errors: NonNullable<ErrorBody['errors']>): string {
  const faults = Object.entries(errors);
  const [field, [sentence] = []] = faults[0] ?? [];
  if (field === undefined || sentence === undefined) return message;
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more)`;
  return `${message} ${field}: ${sentence}${more}`;
}

/** A reply of 400 or above. The subclasses below name its kind; a status without a subclass is an `ApiError` itself. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** The code of the rule, such as `illegal_transition`; null if the reply has none. */
  readonly code: ErrorCode | null;
  /** Messages by field path, such as `targets.emails.0`; empty unless the input was invalid. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Seconds after which the request may be repeated; null if unknown. */
  readonly retryAfterSeconds: number | null;
  /** The id of the request in the server's log; null if a proxy answered without one. */
  readonly requestId: string | null;

  constructor(status: number, body: unknown, { retryAfterSeconds = null, requestId = null }: ReplyFacts = {}) {
    const { message = `The server answered ${status}.`, error, errors, request_id } = (body ?? {}) as ErrorBody;
    super(withFirstFault(message, errors ?? {}));
    this.status = status;
    // A later version of the service may have further codes.
    this.code = typeof error === 'string' ? (error as ErrorCode) : null;
    this.fields = errors ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId ?? request_id ?? null;
  }
}

/** 400: a business rule refuses the request; `code` names the rule. */
export class RuleError extends ApiError {
  override readonly name = 'RuleError';
}

/** 401: the token is missing, wrong, expired or revoked. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError';
}

/** 403: the caller may not do this; `code` says whether a scope, a role or a recent confirmation is missing. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is no such record, or the caller may not know of it. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: the request contradicts an earlier one. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 412: the record has changed since it was read (`if-match`); `changed` names the fields. */
export class ChangedSinceError extends ApiError {
  override readonly name = 'ChangedSinceError';
  readonly changed: readonly string[];

  constructor(status: number, body: unknown, facts: ReplyFacts = {}) {
    super(status, body, facts);
    this.changed = ((body ?? {}) as ErrorBody).changed ?? [];
  }
}

/** 422: the input is invalid; `fields` has the messages by field. */
export class InvalidInputError extends ApiError {
  override readonly name = 'InvalidInputError';
}

/** 429: too many requests; `retryAfterSeconds` says when the next one is accepted. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 502, 503 and 504: the service is not available at the moment. */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError';
}

/** 500 and above: a fault of the server. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** No reply: the server was not reached, or the connection ended early. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: RuleError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: ChangedSinceError,
  422: InvalidInputError,
  429: RateLimitError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

/** Reads the error of a reply of 400 or above. A body that is not JSON counts as empty. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const Class = CLASSES[status] ?? (status >= 500 ? ServerError : ApiError);
  const facts = { retryAfterSeconds: retryAfterOf(response), requestId: response.headers.get('x-request-id') };
  return new Class(status, await response.json().catch(() => null), facts);
}

/** The seconds of the header `Retry-After`; null without one. */
export function retryAfterOf({ headers }: Pick<Response, 'headers'>): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}
