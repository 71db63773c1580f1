import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;
/** Headers of forwarded requests. */
const FORWARDING = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
] as const;

/**
 * Whether only this machine can reach the marketplace, by its public address. Only then, shoppers on this machine are
 * exempt from the limits of networks, for trials and load tests. A marketplace behind a proxy has another public address.
 * @param publicUrl PUBLIC_URL
 */
export function isLocalAddress(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return hostname === 'localhost' || LOOPBACK.test(hostname.replace(/^\[|\]$/g, ''));
}

/** Whether a request comes from this machine and was not forwarded. */
export function isPlainLoopback(request: Pick<IncomingMessage, 'headers' | 'socket'>, address: string): boolean {
  return (
    LOOPBACK.test(address) &&
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    FORWARDING.every((name) => request.headers[name] === undefined)
  );
}
