export { type ApiClient, type ApiReply, type ClientOptions, createClient, type FetchClient } from './client.ts';
export {
  ApiError,
  ChangedSinceError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  RateLimitError,
  RuleError,
  ServerError,
  UnauthenticatedError,
  UnavailableError,
} from './errors.ts';
export { type Dataset, type ExportedRecord, type ExportOptions, exportRecords } from './export-records.ts';
export { type ItemOf, type ListPath, paginate } from './paginate.ts';
// The records, bodies and errors of the API by their names, and what describes the operations. Classes of errors above have precedence.
export type * from './schema.d.ts';
export {
  newWebhookSecret,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks.ts';
