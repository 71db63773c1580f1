import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { compileTrust, trustedPeers } from '../../platform/http/trusted-peers.ts';

/**
 * Creates the function that determines a shopper's address behind trusted proxies.
 * @param trustProxy addresses and ranges of trusted proxies, comma-separated; null trusts none
 */
export function shopperAddress(trustProxy: string | null): (request: IncomingMessage) => string {
  if (trustProxy === null) return (request) => request.socket.remoteAddress ?? '';
  const trusted = compileTrust(trustProxy);
  const isTrusted = trustedPeers(trustProxy);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined || !isTrusted(peer)) return peer;
    // A single address from a trusted proxy is used unchanged. A chain, which contains a comma, is followed as far as the proxies are trusted.
    return ONE_ADDRESS.test(forwarded as string) ? (forwarded as string) : proxyAddr(request, trusted);
  };
}

const ONE_ADDRESS = /^[^\s,]+$/;
