import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * The cookie of the owner's browser on the host of sandboxes. Its name contains the sandbox, so that a browser can have those of several. Browsers refuse a
 * `__Host-` cookie that a sibling host has set. It is sent when a link of another site is followed (`lax`), because the browser comes from the console and
 * because it permits nothing but to see the own sandbox.
 */
const facts = (origin: string, id: string) => {
  const isSecure = origin.startsWith('https:');
  return { name: `${isSecure ? '__Host-' : ''}tributary_sandbox_${id}`, isSecure };
};

/** Returns the secret of the cookie; null without one. */
export function readSandboxCookie({ cookie }: IncomingHttpHeaders, origin: string, id: string): string | null {
  return cookie === undefined ? null : parseCookie(cookie)[facts(origin, id).name] || null;
}

/** Returns the `Set-Cookie` value. */
export function sandboxCookie(
  secret: string,
  { origin, id, expires }: { origin: string; id: string; expires: Date },
): string {
  const { name, isSecure } = facts(origin, id);
  return stringifySetCookie({
    name,
    value: secret,
    expires,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  });
}
