import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * The console's session: the access token in a cookie that no script can read. It counts only for requests that pages of ours have sent, so
 * that another site can neither act with it nor read with it.
 */
const facts = (publicUrl: string) => {
  const isSecure = publicUrl.startsWith('https:');
  // The prefix makes browsers refuse one that a neighbouring host or an insecure page has set.
  return { name: isSecure ? '__Host-tributary_session' : 'tributary_session', isSecure };
};

/** The header by which the console says that a request is its own: no page of another origin can send it without asking us first. */
const OWN_PAGE_HEADER = 'x-tributary-console';

/** What of a request says where it comes from. */
interface Sent {
  method: string;
  headers: IncomingHttpHeaders;
}

/**
 * Whether a page of ours has sent the request: the browser says so, or, where it says nothing (plain http, but for this machine), the request
 * has a header that only our own pages can give it.
 */
export function isFromOwnPage({ headers }: Sent): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers[OWN_PAGE_HEADER] !== undefined : site === 'same-origin';
}

/**
 * The token of the console's session; null for a request that is not the console's. A link to a file cannot have our header: where the
 * browser says nothing, reading does without, since other sites' requests have no such cookie and cannot see what a read answers.
 */
export function readSessionCookie(sent: Sent, publicUrl: string): string | null {
  const { method, headers } = sent;
  if (headers.cookie === undefined) return null;
  const isPlainRead = headers['sec-fetch-site'] === undefined && (method === 'GET' || method === 'HEAD');
  if (!isPlainRead && !isFromOwnPage(sent)) return null;
  return parseCookie(headers.cookie)[facts(publicUrl).name] || null;
}

/** `Set-Cookie` that begins a session. */
export function sessionCookie(token: string, { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date }): string {
  return written(publicUrl, token, expiresAt);
}

/** `Set-Cookie` that ends it. */
export function endedSessionCookie(publicUrl: string): string {
  return written(publicUrl, '', new Date(0));
}

function written(publicUrl: string, value: string, expires: Date): string {
  const { name, isSecure } = facts(publicUrl);
  return stringifySetCookie({ name, value, expires, path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure });
}
