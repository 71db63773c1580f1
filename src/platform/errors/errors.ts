/**
 * Errors of the modules. An error contains its status and a message for the caller. One file, `platform/http/error-format.ts`,
 * formats the replies.
 */
export abstract class TributaryError extends Error {
  abstract readonly status: number;
}

/** No credentials, or credentials that are wrong, expired or revoked. */
export class Unauthenticated extends TributaryError {
  readonly status = 401;
  constructor() {
    super('Unauthenticated.');
  }
}

/** The reason why a caller who may know that the record exists is refused. The caller can resolve every reason except the first. */
export const FORBIDDEN_CODES = [
  'forbidden',
  'insufficient_scope',
  'insufficient_role',
  'fresh_authentication_required',
  'second_factor_required',
  'not_for_store_keys',
  'not_a_session',
  'email_unproven',
] as const;
type ForbiddenCode = (typeof FORBIDDEN_CODES)[number];

/** The caller may know that the record exists, but may not use it. */
export class Forbidden extends TributaryError {
  readonly status = 403;
  readonly code: ForbiddenCode;
  constructor(code: ForbiddenCode = 'forbidden', message = 'Access Forbidden') {
    super(message);
    this.code = code;
  }
}

/**
 * The record does not exist, or the caller may not know that it exists. `kind` is the display name of the record type, such as
 * "affiliate link".
 */
export class NotFound extends TributaryError {
  readonly status = 404;
  readonly kind: string;
  constructor(kind: string) {
    super(`No query results for ${kind}.`);
    this.kind = kind;
  }
}

/** A business rule refuses the request. `code` is stable and in snake_case; the message is for people. */
export class RuleRefused extends TributaryError {
  readonly status = 400;
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A sum is above 2^53-1 minor units. JSON numbers are not exact beyond that, and no rounded sum is returned. */
export class AmountTooLarge extends RuleRefused {
  constructor() {
    super(
      'amount_too_large',
      `A sum in this reply is larger than the API can return exactly (${Number.MAX_SAFE_INTEGER} minor units). Narrow the request: fewer days, one store or one currency.`,
    );
  }
}

/** Invalid input. `errors` maps a field path (`targets.emails.0`) to sentences that describe valid values. */
export class InvalidInput extends TributaryError {
  readonly status = 422;
  readonly errors: Record<string, string[]>;
  constructor(errors: Record<string, string[]>) {
    super('The given data was invalid.');
    this.errors = errors;
  }
}

/** The error codes of a 409, as the API documents them. */
export const CONFLICT_CODES = [
  'idempotency_key_reused',
  'preview_changed',
  'replay_running',
  'run_in_progress',
  'sandbox_busy',
  'terms_changed',
] as const;
type ConflictCode = (typeof CONFLICT_CODES)[number];

/** The request contradicts an earlier one. `code` is stable and in snake_case; the message is for people. */
export class Conflict extends TributaryError {
  readonly status = 409;
  readonly code: ConflictCode;
  constructor(code: ConflictCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The record has changed since the caller read it (`If-Match`). */
export class ChangedSince extends TributaryError {
  readonly status = 412;
  readonly code = 'changed_since';
  /** The names of the fields that have changed. */
  readonly changed: readonly string[];
  /** The entity tag of the current record. */
  readonly etag: string;
  constructor(changed: readonly string[], etag: string) {
    super('The record has changed since it was read. Read it again and repeat the change.');
    this.changed = changed;
    this.etag = etag;
  }
}

/** A service that Tributary needs does not answer. The caller may retry. */
export class Unavailable extends TributaryError {
  readonly status = 503;
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds = 1) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
