import { isIP } from 'node:net';
import { RuleRefused } from '../../../platform/errors/errors.ts';

/** The relying party: a host name, and the origins whose pages may use its passkeys. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

/**
 * Derives the relying party from the public address. Browsers accept only host names. A server on a loopback address
 * is therefore `localhost`, which browsers treat as secure.
 * @throws RuleRefused `passkeys_unavailable` when the public address is another IP address
 */
export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin, protocol, port } = new URL(publicUrl);
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0) return { id: hostname, origins: [origin] };
  if (!address.startsWith('127.') && address !== '::1')
    throw new RuleRefused('passkeys_unavailable', 'Passkeys need a public address with a host name.');
  return { id: 'localhost', origins: [`${protocol}//localhost${port === '' ? '' : `:${port}`}`] };
}
