import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

const MAX_PEERS = 1_000;

/**
 * Makes the function that tells a shopper's address, as far as proxies are trusted to tell it.
 * @param trustProxy addresses and ranges of trusted proxies, comma-separated; null trusts none
 */
export function shopperAddress(
  trustProxy: string | null,
): (request: IncomingMessage, headers: IncomingHttpHeaders) => string {
  if (trustProxy === null) return (request) => request.socket.remoteAddress ?? '';
  const trusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  const peers = new Map<string, boolean>();
  const isTrusted = (peer: string) => {
    let known = peers.get(peer);
    if (known === undefined) {
      known = trusted(peer, 0);
      if (peers.size >= MAX_PEERS) peers.clear();
      peers.set(peer, known);
    }
    return known;
  };
  return (request, headers) => {
    const peer = request.socket.remoteAddress ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined || !isTrusted(peer)) return peer;
    // What one trusted proxy says is taken as it is. A chain, which has a comma, is followed as far as it is trusted.
    return ONE_ADDRESS.test(forwarded as string) ? (forwarded as string) : proxyAddr(request, trusted);
  };
}

const ONE_ADDRESS = /^[^\s,]+$/;
