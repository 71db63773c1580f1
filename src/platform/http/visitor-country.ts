import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { trustedPeers } from './trusted-peers.ts';

/** The settings that name a visitor's country. */
export interface CountrySettings {
  /** TRUST_PROXY; null trusts none. */
  trustProxy: string | null;
  /** COUNTRY_HEADER in lower case; null if the proxy does not name countries. */
  countryHeader: string | null;
}

type Peer = { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

/** Codes that proxies use for an unknown country and for the Tor network. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['XX', 'T1']);
const TWO_LETTERS = /^[A-Za-z]{2}$/;

/**
 * Creates the function that returns the country of a visitor (ISO 3166-1 alpha-2) as the trusted proxy names it. Null if unknown. The
 * header of a request that does not come from a trusted proxy is ignored, because anybody can send it.
 */
export function visitorCountry({
  trustProxy,
  countryHeader,
}: CountrySettings): (request: Peer, headers: IncomingHttpHeaders) => string | null {
  if (trustProxy === null || countryHeader === null) return () => null;
  const isTrusted = trustedPeers(trustProxy);
  return (request, headers) => {
    const named = headers[countryHeader];
    // A repeated header is a list, and it is unknown which value is the proxy's.
    if (typeof named !== 'string' || !TWO_LETTERS.test(named) || !isTrusted(request.socket.remoteAddress ?? ''))
      return null;
    const country = named.toUpperCase();
    return NO_COUNTRIES.has(country) ? null : country;
  };
}
