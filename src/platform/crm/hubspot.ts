import { GiveUp, TryLater } from '../jobs/handler.ts';
import { replyBytes } from '../outbound/reply-bytes.ts';
import type { Deal } from './deal.ts';

export interface HubSpotSettings {
  /** `https://api.hubapi.com` */
  url: string;
  /** Token of a private app with read and write access to deals. */
  token: string;
  /** Internal names as shown in HubSpot's settings. */
  pipeline: string;
  stage: string;
}

/**
 * The deal property that holds our key. An administrator creates it once with unique values (docs/configuration.md).
 * HubSpot then refuses a second deal with the same key and finds the first one by it at once. HubSpot's search lags
 * some seconds behind and cannot do that.
 */
const KEY_PROPERTY = 'tributary_key';

const TIMEOUT_MS = 15_000;
const LONGEST_ANSWER_BYTES = 256 * 1024;
const MAX_REASONS = 8;
/** HubSpot counts requests in windows of ten seconds. */
const LIMIT_WINDOW_SECONDS = 10;
/** Timeout, lock, rate limit, and HubSpot's "migration in progress". The request itself is valid and can be retried. */
const PASSING = new Set([408, 423, 425, 429, 477]);

interface Answer {
  status: number;
  retryAfterSeconds: number | null;
  /** The reasons of the refusal, for example `VALIDATION_ERROR, PROPERTY_DOESNT_EXIST, tributary_key`. */
  reasons: string;
}

/**
 * Creates the deal unless a deal with its key exists.
 * https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide
 * @throws GiveUp when HubSpot refuses the deal, TryLater when HubSpot names a time, any other error when it does not
 * answer
 */
export async function makeHubSpotDeal(settings: HubSpotSettings, deal: Deal, signal: AbortSignal): Promise<void> {
  const properties = {
    dealname: deal.title,
    pipeline: settings.pipeline,
    dealstage: settings.stage,
    description: [
      `E-mail: ${deal.email}`,
      ...(deal.sourceUrl === null ? [] : [`Registered at: ${deal.sourceUrl}`]),
    ].join('\n'),
    [KEY_PROPERTY]: deal.key,
  };
  const made = await ask(settings, 'POST', '/crm/v3/objects/deals', signal, { properties });
  if (isDone(made)) return;
  // HubSpot uses either status for a taken key, and also for unknown properties and stages.
  if (made.status === 400 || made.status === 409) {
    const path = `/crm/v3/objects/deals/${encodeURIComponent(deal.key)}?idProperty=${KEY_PROPERTY}`;
    if (isDone(await ask(settings, 'GET', path, signal))) return;
  }
  throw new GiveUp(`HubSpot refused the deal (${made.status}): ${made.reasons}`);
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;

/** @throws TryLater or Error for a response that a retry may improve */
async function ask(
  { url, token }: HubSpotSettings,
  method: 'GET' | 'POST',
  path: string,
  signal: AbortSignal,
  body?: object,
): Promise<Answer> {
  const reply = await fetch(`${url}${path}`, {
    method,
    // Following a redirect would send the token to another host.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = {
    status: reply.status,
    retryAfterSeconds: secondsOf(reply.headers.get('retry-after')),
    reasons: reasonsOf(await replyBytes(reply, LONGEST_ANSWER_BYTES)),
  };
  if (answer.status < 500 && !PASSING.has(answer.status)) return answer;
  const message = `HubSpot answered ${method} with ${answer.status}`;
  if (answer.retryAfterSeconds !== null) throw new TryLater(message, answer.retryAfterSeconds);
  throw answer.status === 429 ? new TryLater(message, LIMIT_WINDOW_SECONDS) : new Error(message);
}

/** Parses Retry-After: seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** Finds error names and property names anywhere in the body, because HubSpot nests JSON inside strings of its JSON. */
const NAMED = /"(?:category|code|error|name|propertyName)\\*":\s*\\*"([A-Za-z][A-Za-z0-9_.]{0,63})\\*"/g;

/**
 * Returns the error names only. HubSpot's messages quote the refused values, and personal data must stay out of the
 * logs.
 */
function reasonsOf(body: Buffer): string {
  const reasons = new Set([...body.toString('utf8').matchAll(NAMED)].map(([, name]) => name));
  return [...reasons].slice(0, MAX_REASONS).join(', ') || 'no reason given';
}
