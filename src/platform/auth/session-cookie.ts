import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * The console's session: the access token in an HttpOnly cookie. The cookie counts only for requests that our own
 * pages have sent, so that another site can neither write nor read in the user's name.
 */
const facts = (publicUrl: string) => {
  const isSecure = publicUrl.startsWith('https:');
  // Browsers refuse a `__Host-` cookie that a sibling host or an insecure page has set.
  return { name: isSecure ? '__Host-tributary_session' : 'tributary_session', isSecure };
};

/** The header that marks a request of the console. A page of another origin cannot send it without a CORS preflight. */
const OWN_PAGE_HEADER = 'x-tributary-console';

/** The headers that identify the origin of a request. */
interface Sent {
  method: string;
  headers: IncomingHttpHeaders;
}

/**
 * Whether the console's own page has sent the request. Browsers state the origin in `Sec-Fetch-Site`. Where they omit it (plain
 * http on a host other than localhost), the request must carry `OWN_PAGE_HEADER`.
 */
export function isFromOwnPage({ headers }: Sent): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers[OWN_PAGE_HEADER] !== undefined : site === 'same-origin';
}

/**
 * Returns the token of the console's session; null for a request that is not the console's. A link to a file cannot
 * carry our header. Without `Sec-Fetch-Site`, a reading request is accepted without the header: requests from other
 * sites do not carry the cookie and cannot read the response.
 */
export function readSessionCookie(sent: Sent, publicUrl: string): string | null {
  const { method, headers } = sent;
  if (headers.cookie === undefined) return null;
  const isPlainRead = headers['sec-fetch-site'] === undefined && (method === 'GET' || method === 'HEAD');
  if (!isPlainRead && !isFromOwnPage(sent)) return null;
  return parseCookie(headers.cookie)[facts(publicUrl).name] || null;
}

/**
 * Whether the browser presents a session of the console, valid or not, regardless of the origin of the request. It decides which page is
 * shown and grants no access.
 */
export function hasSessionCookie({ cookie }: IncomingHttpHeaders, publicUrl: string): boolean {
  return presentedSession({ cookie }, publicUrl) !== null;
}

/**
 * Returns the token of the console's session regardless of the origin of the request, for decisions that neither read nor write anything of its
 * owner, such as whether a redirect of the own sandbox is followed. Browsers send the cookie to no request of another site.
 */
export function presentedSession({ cookie }: IncomingHttpHeaders, publicUrl: string): string | null {
  return cookie === undefined ? null : parseCookie(cookie)[facts(publicUrl).name] || null;
}

/** Returns the `Set-Cookie` value that starts a session. */
export function sessionCookie(token: string, { publicUrl, expiresAt }: { publicUrl: string; expiresAt: Date }): string {
  return written(publicUrl, token, expiresAt);
}

/** Returns the `Set-Cookie` value that ends the session. */
export function endedSessionCookie(publicUrl: string): string {
  return written(publicUrl, '', new Date(0));
}

function written(publicUrl: string, value: string, expires: Date): string {
  const { name, isSecure } = facts(publicUrl);
  return stringifySetCookie({ name, value, expires, path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure });
}
