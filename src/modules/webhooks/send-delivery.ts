import type { Context } from '../../platform/context.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { Claim, ClaimedDelivery } from './claim-deliveries.ts';
import { composeRequest } from './compose-request.ts';
import { withoutValues } from './entered-values.ts';
import type { LoggedAttempt } from './list-deliveries.ts';

const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 4_096;
/** The part of a reply that the log stores. */
const MAX_EXCERPT = 1_000;
const GONE = 410;

/** The result of one attempt. */
export interface Attempt extends LoggedAttempt {
  delivery: ClaimedDelivery;
  isDelivered: boolean;
  /** Whether the receiver wants no further deliveries (410). */
  isGone: boolean;
  retryAfterMs: number;
}

export interface SendDeps extends Pick<Context, 'now'> {
  outbound: Outbound;
  signal?: AbortSignal;
}

/** Sends one delivery once. Never throws: an error is the attempt's outcome. */
export async function sendDelivery(
  deps: SendDeps,
  webhook: Claim['webhook'],
  delivery: ClaimedDelivery,
): Promise<Attempt> {
  const { outbound, now, signal } = deps;
  const at = now();
  const { request, shown } = composeRequest(webhook, delivery, at);
  const begun = performance.now();
  const attempt = (outcome: Partial<Attempt>): Attempt => ({
    delivery,
    at,
    method: request.method,
    url: shown.url,
    requestBody: shown.body,
    durationMs: Math.round(performance.now() - begun),
    replyStatus: null,
    replyExcerpt: null,
    error: null,
    isDelivered: false,
    isGone: false,
    retryAfterMs: 0,
    ...outcome,
  });
  try {
    const { status, headers, body } = await outbound.request({
      ...request,
      ...(signal === undefined ? {} : { signal }),
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
      longReply: 'truncate',
    });
    return attempt({
      replyStatus: status,
      replyExcerpt: withoutValues(excerptOf(body), webhook.values),
      isDelivered: status >= 200 && status < 300,
      isGone: status === GONE,
      retryAfterMs: retryAfterOf(headers['retry-after']),
    });
  } catch (error) {
    return attempt({ error: error instanceof OutboundError ? error.message : 'The request failed.' });
  }
}

/** The beginning of a reply as text that PostgreSQL takes. */
function excerptOf(body: Buffer): string {
  return [...body.toString('utf8').replaceAll('\0', '')].slice(0, MAX_EXCERPT).join('');
}

/** Seconds, as receivers under load send them. A date is not understood, and is waited for by our own pauses. */
function retryAfterOf(header: string | undefined): number {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1000 : 0;
}
