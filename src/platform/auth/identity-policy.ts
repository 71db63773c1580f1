import { createHash, timingSafeEqual } from 'node:crypto';
import { Unauthenticated } from '../errors/errors.ts';
import type { IdentityProvider, IdentitySession } from './identity-session.ts';
import type { Policy } from './policy.ts';

/**
 * A person with a session at the identity provider; the handler gets what the provider says of them.
 * @param identity null: no provider is configured, and nobody is let in
 */
export function idpSession(identity: IdentityProvider | null): Policy<null, IdentitySession> {
  return {
    name: 'idpSession',
    describe: 'Anyone with a session at the identity provider.',
    credential: 'idpSession',
    subject: null,
    refusals: [401],
    admit: async ({ credential }) => {
      if (identity === null || credential?.kind !== 'bearer') throw new Unauthenticated();
      return { actor: null, resource: await identity.verify(credential.value) };
    },
  };
}

/**
 * Whoever presents a service key in the header `service-api-key`: the identity provider, when it tells of something.
 * @param keys those that are live: one, or two while one replaces the other; none lets nobody in
 */
export function serviceApiKey(keys: readonly string[]): Policy<null, null> {
  const live = keys.map(digest);
  return {
    name: 'serviceApiKey',
    describe: 'Services that hold the key.',
    credential: 'serviceApiKey',
    subject: null,
    refusals: [401],
    admit: async ({ headers }) => {
      const given = headers['service-api-key'];
      if (typeof given !== 'string') throw new Unauthenticated();
      const shown = digest(given);
      // Each is compared, whichever it is, and as hashes: the time says nothing of the key, nor of its length.
      const fits = live.map((key) => timingSafeEqual(key, shown));
      if (!fits.includes(true)) throw new Unauthenticated();
      return { actor: null, resource: null };
    },
  };
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
