export { type ApiClient, type ClientOptions, createClient } from './client.ts';
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
export type { components, operations, paths, webhooks } from './schema.d.ts';
export {
  newWebhookSecret,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from './webhooks.ts';
