import type { IncomingMessage } from 'node:http';

/** Headers that proxies add. A request with any of them was forwarded. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

/**
 * Whether a request comes from this machine: its connection uses loopback, and no proxy has forwarded it. Settings
 * such as TRUST_PROXY have no effect here.
 */
export function isLocalPeer({
  socket,
  headers,
}: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): boolean {
  const address = socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address);
  return isLoopback && !FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}
