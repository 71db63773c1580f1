import { parseCookie, stringifySetCookie } from 'cookie';
import type { IdentityFlow } from './identity-sign-in.ts';

const FLOW_SECONDS = 600;

/** A sign-in at the identity provider that is not complete: the content of the cookie. */
export interface PendingSignIn extends IdentityFlow {
  /** Path of the console page to open after the sign-in. */
  to: string;
}

const nameFor = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-tributary_identity' : 'tributary_identity';

/**
 * The `Set-Cookie` value that starts a sign-in. The cookie binds the provider's reply to the browser that started the sign-in, for ten minutes.
 * SameSite is `lax`, because the reply is a navigation from the provider's site.
 */
export function identityFlowCookie(flow: PendingSignIn, publicUrl: string): string {
  return written(publicUrl, Buffer.from(JSON.stringify(flow)).toString('base64url'), FLOW_SECONDS);
}

/** The `Set-Cookie` value that removes the cookie. */
export function endedIdentityFlowCookie(publicUrl: string): string {
  return written(publicUrl, '', 0);
}

/** Reads the cookie from a `Cookie` header. Returns null when it is missing or invalid. */
export function readIdentityFlowCookie(header: string | undefined, publicUrl: string): PendingSignIn | null {
  const value = header === undefined ? undefined : parseCookie(header)[nameFor(publicUrl)];
  if (!value) return null;
  try {
    const flow: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    return isFlow(flow) ? flow : null;
  } catch {
    return null;
  }
}

function isFlow(value: unknown): value is PendingSignIn {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return ['state', 'nonce', 'verifier', 'to'].every((name) => typeof fields[name] === 'string' && fields[name] !== '');
}

function written(publicUrl: string, value: string, maxAge: number): string {
  const secure = publicUrl.startsWith('https:');
  return stringifySetCookie({
    name: nameFor(publicUrl),
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
  });
}
