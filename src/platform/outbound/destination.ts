import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { OutboundError } from './outbound-error.ts';

const MAX_URL_LENGTH = 2048;

/**
 * Checks a URL without a look-up: scheme, credentials, length and, when its host is an IP address, that address. A host name is
 * resolved and checked when the connection is made, so a name that passes here may still be refused then.
 * @returns the parsed URL, without its fragment
 * @throws OutboundError `invalid_url` or `address_not_allowed`
 */
export function parseDestination(text: string, policy: AddressPolicy): URL {
  if (text.length > MAX_URL_LENGTH)
    throw new OutboundError('invalid_url', `The URL is longer than ${MAX_URL_LENGTH} characters.`);
  if (!URL.canParse(text) || /\s/.test(text)) throw new OutboundError('invalid_url', 'The URL is not valid.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundError('invalid_url', 'The URL must begin with https:// or http://.');
  if (url.username !== '' || url.password !== '')
    throw new OutboundError('invalid_url', 'The URL must not contain a user name or a password.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node resolves no literal address, so the lookup of the connection never sees it.
  if (isIP(host) !== 0 && !policy.allows(host)) throw addressNotAllowed(host);
  url.hash = '';
  return url;
}

/** The error for a host that leads to an address outside the policy. The address itself is not repeated. */
export function addressNotAllowed(host: string): OutboundError {
  return new OutboundError('address_not_allowed', `${host} does not lead to a public address.`);
}
