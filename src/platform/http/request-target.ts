import type { IncomingMessage } from 'node:http';

/**
 * Brings a request's target into the form `/path?query` and says whether the request may be answered. A proxy may send the absolute form
 * `http://host/path`, whose host then counts (RFC 9112, 3.2.2).
 * @returns false for several `Host` headers, which must not be answered with anything but 400 (RFC 9112, 3.2)
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  if (hasSeveralHosts(request.rawHeaders)) return false;
  const { url = '' } = request;
  if (url[0] === '/') return true;
  const absolute = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(url);
  if (absolute === null) return true;
  const [, authority = '', rest = ''] = absolute;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = authority;
  return true;
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
