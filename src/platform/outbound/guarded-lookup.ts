import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { addressNotAllowed } from './destination.ts';
import { OutboundError } from './outbound-error.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** The resolver of the operating system, which also reads /etc/hosts. */
export const resolveBySystem: Resolve = (host) =>
  new Promise((resolve, reject) => {
    lookup(host, { all: true, verbatim: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * The `lookup` of a socket: returns only addresses that the policy allows. The socket connects to exactly these, so a name that
 * resolves differently a moment later (DNS rebinding) does not bypass the policy.
 */
export function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const wanted = found.filter(({ family }) => !options.family || familyOf(options.family) === family);
        const allowed = wanted.filter(({ address }) => policy.allows(address));
        const [first] = allowed;
        if (first === undefined) {
          const error = wanted.length > 0 ? addressNotAllowed(host) : notFound(host);
          callback(error, []);
        } else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error) => callback(notFound(host, error), []),
    );
  };
}

const familyOf = (family: number | string) => (family === 'IPv6' ? 6 : family === 'IPv4' ? 4 : family);

const notFound = (host: string, cause?: unknown) =>
  new OutboundError('host_not_found', `The host ${host} was not found.`, { cause });
