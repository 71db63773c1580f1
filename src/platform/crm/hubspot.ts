import { GiveUp, TryLater } from '../jobs/handler.ts';
import { replyBytes } from '../outbound/reply-bytes.ts';
import type { Deal } from './deal.ts';

export interface HubSpotSettings {
  /** `https://api.hubapi.com` */
  url: string;
  /** Of a private app that may read and write deals. */
  token: string;
  /** Internal names, as HubSpot's own settings show them. */
  pipeline: string;
  stage: string;
}

/**
 * The property of HubSpot's deals that holds our key. It is made once, by hand, as one whose values are unique (docs/configuration.md):
 * HubSpot then refuses a second deal of the same key itself, and finds the first by it at once, which its search, always some seconds
 * behind, would not.
 */
const KEY_PROPERTY = 'tributary_key';

const PATIENCE_MS = 15_000;
const LONGEST_ANSWER_BYTES = 256 * 1024;
const MOST_REASONS = 8;
/** HubSpot counts requests in windows of ten seconds. */
const LIMIT_WINDOW_SECONDS = 10;
/** Too slow, locked, too many, and HubSpot's own "migration in progress": nothing is wrong with the request. */
const PASSING = new Set([408, 423, 425, 429, 477]);

interface Answer {
  status: number;
  retryAfterSeconds: number | null;
  /** Why HubSpot refuses, as `VALIDATION_ERROR, PROPERTY_DOESNT_EXIST, tributary_key`. */
  reasons: string;
}

/**
 * Makes the deal, unless one with its key is there.
 * https://developers.hubspot.com/docs/api-reference/crm-deals-v3/guide
 * @throws GiveUp when HubSpot refuses it, TryLater when it names a time, any error when it does not answer
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
  // A key that is taken is refused with either, and so are properties and stages that HubSpot does not have.
  if (made.status === 400 || made.status === 409) {
    const path = `/crm/v3/objects/deals/${encodeURIComponent(deal.key)}?idProperty=${KEY_PROPERTY}`;
    if (isDone(await ask(settings, 'GET', path, signal))) return;
  }
  throw new GiveUp(`HubSpot refused the deal (${made.status}): ${made.reasons}`);
}

const isDone = ({ status }: Answer) => status >= 200 && status < 300;

/** @throws TryLater or Error for an answer that another time may be better */
async function ask(
  { url, token }: HubSpotSettings,
  method: 'GET' | 'POST',
  path: string,
  signal: AbortSignal,
  body?: object,
): Promise<Answer> {
  const reply = await fetch(`${url}${path}`, {
    method,
    // With the token, another address would be told it.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = {
    status: reply.status,
    retryAfterSeconds: secondsOf(reply.headers.get('retry-after')),
    reasons: reasonsOf(await replyBytes(reply, LONGEST_ANSWER_BYTES)),
  };
  if (answer.status < 500 && !PASSING.has(answer.status)) return answer;
  const told = `HubSpot answered ${method} with ${answer.status}`;
  if (answer.retryAfterSeconds !== null) throw new TryLater(told, answer.retryAfterSeconds);
  throw answer.status === 429 ? new TryLater(told, LIMIT_WINDOW_SECONDS) : new Error(told);
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000));
}

/** Names of a refusal and of what it is about, wherever they stand: HubSpot writes JSON into texts of its JSON. */
const NAMED = /"(?:category|code|error|name|propertyName)\\*":\s*\\*"([A-Za-z][A-Za-z0-9_.]{0,63})\\*"/g;

/** Its sentences quote what they refuse; a person's name and address stay out of logs, so the names in them have to do. */
function reasonsOf(body: Buffer): string {
  const reasons = new Set([...body.toString('utf8').matchAll(NAMED)].map(([, name]) => name));
  return [...reasons].slice(0, MOST_REASONS).join(', ') || 'no reason given';
}
