import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Calendar } from '../../platform/calendar.ts';
import type { Logger } from '../../platform/context.ts';
import type { ArrivedClick } from './batch.ts';
import { classifyRequest, isForNavigation } from './classify.ts';
import { ClickClass } from './click-classes.ts';
import { newClickId } from './click-id.ts';
import { packDeviceCountry } from './device-country.ts';
import type { LinkHosts } from './link-hosts.ts';
import { passOn } from './passed-parameters.ts';
import type { LinkTarget } from './profile.ts';
import { readSubs } from './subs.ts';
import { readTracked } from './tracked-target.ts';
import type { VisitorKeys } from './visitor.ts';

export interface RedirectDeps<P extends LinkTarget> {
  /** The targets of links. `recall` reads memory; `find` looks a code up, and returns null when the link does not exist. */
  profiles: { recall(code: string): P | undefined; find(code: string): Promise<P | null> };
  log: { record(click: ArrivedClick<P>, settle: (error: unknown) => void): void };
  /** Domains on which only the links of their owner are followed; none unless given. */
  hosts?: LinkHosts | undefined;
  keys: VisitorKeys;
  calendar: Calendar;
  /** The shopper's address, as far as trusted proxies report it. */
  addressOf: (request: IncomingMessage) => string;
  /** The shopper's country as a trusted proxy names it; null: not known. */
  countryOf: (request: IncomingMessage, headers: IncomingHttpHeaders) => string | null;
  /** Whether paid clicks of this request's network are limited. */
  isLimited: (request: IncomingMessage, address: string) => boolean;
  now: () => number;
  logger: Logger;
}

const EMPTY_VISITOR = '0'.repeat(32);

/**
 * Answers `GET /r/{code}` straight from `node:http`: the click is classified from the request, recorded, and once it is durable the
 * shopper is sent to the link's own URL with `tclid=<click id>`. Every request is kept, counted or not; the shopper is
 * always sent on. A browser's prefetch is answered with 503, so that the navigation that may follow is a request of its own. 404 for an unknown code, 503 when the click can be made durable nowhere.
 */
export function createRedirect<P extends LinkTarget>(
  deps: RedirectDeps<P>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { profiles, log, hosts, keys, calendar, addressOf, countryOf, isLimited, now, logger } = deps;

  function follow(request: IncomingMessage, response: ServerResponse, profile: P, query: string): void {
    const at = now();
    const id = newClickId(at);
    // Node has converted them already, to look for `Host` and `Expect`.
    const { headers } = request;
    const seen = classifyRequest(request.method, headers);
    const day = calendar.dayOf(at);
    let visitor = EMPTY_VISITOR;
    let network: string | null = null;
    if (seen.class === ClickClass.counted) {
      const address = addressOf(request);
      visitor = keys.visitorOf(day, address, headers['user-agent'] ?? '');
      if (isLimited(request, address)) network = keys.networkHashOf(day, address);
    }
    const subs = readSubs(query);
    const deviceCountry = packDeviceCountry(seen.device, countryOf(request, headers));
    const { class: kind, source } = seen;
    log.record({ id, profile, day, visitor, network, class: kind, source, subs, deviceCountry }, (error) => {
      if (error) return refuse(response, 503, 'Please try again in a moment.');
      // A browser does not use a failed prefetch: the navigation makes a request of its own, which is counted.
      if (kind === ClickClass.prefetch && isForNavigation(request.method, headers))
        return refuse(response, 503, 'This link is not loaded in advance.');
      // Names and values in turn, which Node writes without building an object.
      const { expiry } = profile;
      const { targetBefore, targetAfter, passed } = expiry !== undefined && at >= expiry.atMs ? expiry : profile;
      const extra = passed === undefined ? '' : passOn(query, passed);
      const location = `${targetBefore}${id}${extra}${targetAfter}`;
      response.writeHead(302, ['location', location, 'cache-control', 'no-store', 'content-length', '0']);
      response.end();
    });
  }

  return (request, response) => {
    const admits = hosts?.admits(request);
    const target = readTracked(request.url ?? '', admits !== undefined);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(response, 405, 'A tracked link is only followed.');
    }
    if (target === null) return refuse(response, 404, 'This link is not known.');
    const { code, query } = target;
    const known = profiles.recall(code);
    const isElsewhere = (profile: P) => admits !== undefined && !admits(profile);
    if (known !== undefined && !isElsewhere(known)) return follow(request, response, known, query);
    profiles.find(code).then(
      (profile) => {
        if (profile === null || isElsewhere(profile)) refuse(response, 404, 'This link is not known.');
        else follow(request, response, profile, query);
      },
      (error) => {
        logger.warn({ err: error }, 'a link could not be looked up');
        refuse(response, 503, 'Please try again in a moment.');
      },
    );
  };
}

/** A sentence for the shopper, who is a person in a browser. */
function refuse(response: ServerResponse, status: number, sentence: string): void {
  const body = `<!doctype html><meta charset="utf-8"><title>${sentence}</title><p>${sentence}</p>\n`;
  if (status === 503) response.setHeader('retry-after', '1');
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
  });
  response.end(body);
}
