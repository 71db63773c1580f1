import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;
/** Any of these says that somebody else sent the request on. */
const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const;

/**
 * Whether a marketplace is one that only this machine reaches, by the address that it gives out. There, and only there, shoppers of this machine are
 * not limited by network: people who try it out, and load tests. Behind a proxy that forwards strangers the address is another.
 * @param publicUrl PUBLIC_URL
 */
export function isLocalAddress(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || LOOPBACK.test(hostname.replace(/^\[|\]$/g, ''));
}

/** Whether a request comes from this machine itself, sent on by nobody. */
export function isPlainLoopback(request: Pick<IncomingMessage, 'headers' | 'socket'>, address: string): boolean {
  return (
    LOOPBACK.test(address) &&
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    FORWARDING.every((name) => request.headers[name] === undefined)
  );
}
