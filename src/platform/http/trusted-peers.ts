import proxyAddr from '@fastify/proxy-addr';

const MAX_PEERS = 1_000;

/**
 * Creates a function that returns whether a connection comes from a trusted proxy. Results for recent peers are cached, because
 * ranges are expensive to compare.
 * @param trustProxy addresses and ranges of trusted proxies, comma-separated (TRUST_PROXY)
 */
export function trustedPeers(trustProxy: string): (peer: string) => boolean {
  const trusted = compileTrust(trustProxy);
  const peers = new Map<string, boolean>();
  return (peer) => {
    let known = peers.get(peer);
    if (known === undefined) {
      known = trusted(peer, 0);
      if (peers.size >= MAX_PEERS) peers.clear();
      peers.set(peer, known);
    }
    return known;
  };
}

/** The trust function of @fastify/proxy-addr, for chains of proxies. */
export function compileTrust(trustProxy: string): (address: string, hop: number) => boolean {
  return proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
}
