import { createHash } from 'node:crypto';
import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { escapeHtml } from '../modules/site/index.ts';
import { type Language, languageOf, preferredLocale } from '../platform/locale.ts';
import { NOTICE_STYLE, NOTICES } from './notices.ts';

/** Facts about the request that is answered. */
export interface Asked {
  /** Whether the owner or a token of the sandbox asks, who are redirected without a page in between. */
  isDirect: boolean;
  /** `Accept-Language` of the request. */
  acceptLanguage: string | undefined;
  /** The method: a reply to HEAD has no body. */
  method: string | undefined;
  /** The address of the host that serves sandboxes. Redirects to other hosts become a page. */
  ownUrl: string;
}

const STYLE_HASH = `'sha256-${createHash('sha256').update(NOTICE_STYLE).digest('base64')}'`;

/**
 * Separates the replies of sandboxes from each other, and from the marketplace if it has the same origin. Everybody is an administrator of the own
 * sandbox and may write its pages and links. Therefore:
 * - the browser treats its documents as documents of another origin, and its cookies are not sent;
 * - each HTML page begins with a notice that the sandbox cannot change;
 * - a redirect to another host is a page that names the host, unless the owner or a token of the sandbox asks;
 * - search engines list nothing.
 */
export function guardReply(response: ServerResponse, asked: Asked): void {
  const language = languageOf(preferredLocale(asked.acceptLanguage));
  const original = {
    writeHead: response.writeHead.bind(response) as (status: number, headers: OutgoingHttpHeaders) => ServerResponse,
    write: response.write.bind(response) as (...args: unknown[]) => boolean,
    end: response.end.bind(response) as (...args: unknown[]) => ServerResponse,
  };
  /** Headers that wait for the whole page, whose length the notice changes; null: the reply passes unchanged. */
  let waiting: { status: number; headers: OutgoingHttpHeaders; page: string | null } | null = null;
  let isDecided = false;
  const chunks: Buffer[] = [];

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    isDecided = true;
    const headers = finalHeaders(response, rest.at(-1));
    const location = headers.location === undefined ? null : String(headers.location);
    if (location !== null && status >= 300 && status < 400 && !asked.isDirect && leaves(location, asked.ownUrl)) {
      delete headers.location;
      headers['content-type'] = 'text/html; charset=utf-8';
      headers['cache-control'] = 'no-store';
      headers['content-security-policy'] = sandboxed("default-src 'none'");
      waiting = { status: 200, headers, page: interstitial(location, language) };
      return response;
    }
    headers['content-security-policy'] = sandboxed(headers['content-security-policy']);
    if (isPage(headers)) {
      waiting = { status, headers, page: null };
      return response;
    }
    return original.writeHead(status, headers);
  }) as typeof response.writeHead;

  response.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (!isDecided) response.writeHead(response.statusCode);
    if (waiting === null) return original.write(chunk, ...rest);
    chunks.push(bytesOf(chunk, rest[0]));
    callbackOf(rest)?.();
    return true;
  }) as typeof response.write;

  response.end = ((...rest: unknown[]) => {
    const [chunk] = rest;
    if (!isDecided) response.writeHead(response.statusCode);
    if (waiting === null) return original.end(...rest);
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') chunks.push(bytesOf(chunk, rest[1]));
    const { status, headers, page } = waiting;
    const body = Buffer.from(page ?? withNotice(Buffer.concat(chunks).toString(), language));
    // A reply without a body, such as 304 or one to HEAD, states no other length than it had.
    const isEmpty = asked.method === 'HEAD' || status === 204 || status === 304;
    if (!isEmpty) headers['content-length'] = body.length;
    else delete headers['content-length'];
    original.writeHead(status, headers);
    const done = callbackOf(rest);
    return original.end(...(isEmpty ? [] : [body]), ...(done === undefined ? [] : [done]));
  }) as typeof response.end;
}

/** The headers that were set on the response and those given to `writeHead`, by their names in lower case, without cookies. */
function finalHeaders(response: ServerResponse, given: unknown): OutgoingHttpHeaders {
  const more = typeof given !== 'object' || given === null ? {} : Array.isArray(given) ? pairs(given) : given;
  const headers: OutgoingHttpHeaders = { ...response.getHeaders() };
  for (const [name, value] of Object.entries(more as OutgoingHttpHeaders)) headers[name.toLowerCase()] = value;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  delete headers['set-cookie'];
  headers['x-robots-tag'] = 'noindex, nofollow';
  return headers;
}

function isPage(headers: OutgoingHttpHeaders): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(String(headers['content-type'] ?? ''));
}

function leaves(location: string, ownUrl: string): boolean {
  const own = new URL(ownUrl);
  return !URL.canParse(location, ownUrl) || new URL(location, ownUrl).host !== own.host;
}

/** Adds the isolation of documents, and permits the style of the notice. */
function sandboxed(policy: OutgoingHttpHeader | undefined): string {
  const given = (Array.isArray(policy) ? policy.join('; ') : String(policy ?? ''))
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '');
  const styles = given.findIndex((directive) => /^style-src(?:\s|$)/i.test(directive));
  if (styles >= 0) given[styles] = `${given[styles]!.replace(/\s'none'/i, '')} ${STYLE_HASH}`;
  else if (given.some((directive) => /^default-src\s/i.test(directive))) given.push(`style-src ${STYLE_HASH}`);
  return [...given, 'sandbox'].join('; ');
}

const notice = (language: Language) =>
  `<style>${NOTICE_STYLE}</style><div id="sandbox-notice" role="note"><strong>Sandbox</strong> ${NOTICES[language].notice}</div>`;

/** The notice is the first part of the visible page, and of its title. */
function withNotice(page: string, language: Language): string {
  const titled = page.replace(/<title\b[^>]*>/i, (tag) => `${tag}Sandbox · `);
  const body = /<body\b[^>]*>/i;
  return body.test(titled)
    ? titled.replace(body, (tag) => `${tag}${notice(language)}`)
    : `${notice(language)}${titled}`;
}

/** The page instead of a redirect: a text and a link, which somebody has to follow. */
function interstitial(location: string, language: Language): string {
  const { title, leads, follow } = NOTICES[language];
  const address = escapeHtml(location);
  const isWeb = /^https?:/i.test(location);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title></head>
<body>${notice(language)}<main><h1>${title}</h1><p>${leads}</p><p><code>${address}</code></p>
${isWeb ? `<p><a rel="nofollow noreferrer" href="${address}">${follow}</a></p>` : ''}</main></body></html>
`;
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  return typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk as Uint8Array);
}

const callbackOf = (given: readonly unknown[]) => given.find((one): one is () => void => typeof one === 'function');

function pairs(list: readonly unknown[]): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (let at = 0; at + 1 < list.length; at += 2) headers[String(list[at])] = list[at + 1] as OutgoingHttpHeader;
  return headers;
}
