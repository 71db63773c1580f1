import type { IncomingMessage } from 'node:http';

/** What proxies add: a request with any of these comes from elsewhere, whoever hands it on. */
const FORWARDING_HEADERS = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-forwarded-server', 'x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'true-client-ip', 'cf-connecting-ip'],
];

/**
 * Whether a request comes from this machine itself: its connection is one of loopback, and no proxy says that it hands on another's. Settings
 * such as TRUST_PROXY do not matter here.
 */
export function isLocalPeer({
  socket,
  headers,
}: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): boolean {
  const address = socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address);
  return isLoopback && !FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}
