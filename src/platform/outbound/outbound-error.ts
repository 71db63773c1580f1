/** The reason why an outbound request produced no reply. The values are stable and safe to show to the owner of the destination. */
export type OutboundFailure =
  | 'invalid_url'
  | 'address_not_allowed'
  | 'host_not_found'
  | 'redirect_not_allowed'
  | 'reply_too_large'
  | 'timed_out'
  | 'aborted'
  | 'connection_failed';

/** Thrown when a request was refused or failed. The message may be shown to the user who chose the destination. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundFailure;
  constructor(code: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
