import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * Separates the replies of sandboxes from the marketplace, which has the same origin. Everybody is an administrator of the own
 * sandbox and may write its pages. The browser treats its documents as documents of another origin, and its cookies are not sent.
 */
export function guardReply(response: ServerResponse): void {
  const send = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const headers = rest.at(-1);
    const message = typeof rest[0] === 'string' ? [rest[0]] : [];
    if (headers === undefined || typeof headers === 'string') {
      response.removeHeader('set-cookie');
      response.setHeader('content-security-policy', sandboxed(response.getHeader('content-security-policy')));
      return send(status, ...rest);
    }
    const given = Array.isArray(headers) ? pairs(headers) : { ...(headers as OutgoingHttpHeaders) };
    for (const name of Object.keys(given)) if (name.toLowerCase() === 'set-cookie') delete given[name];
    const policy = Object.keys(given).find((name) => name.toLowerCase() === 'content-security-policy');
    given[policy ?? 'content-security-policy'] = sandboxed(policy === undefined ? undefined : given[policy]);
    return send(status, ...message, given);
  }) as typeof response.writeHead;
}

function sandboxed(policy: OutgoingHttpHeader | undefined): string {
  const text = Array.isArray(policy) ? policy.join('; ') : String(policy ?? '');
  return text === '' ? 'sandbox' : `${text}; sandbox`;
}

function pairs(list: readonly unknown[]): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (let at = 0; at + 1 < list.length; at += 2) headers[String(list[at])] = list[at + 1] as OutgoingHttpHeader;
  return headers;
}
