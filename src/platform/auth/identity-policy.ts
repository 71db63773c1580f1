import { createHash, timingSafeEqual } from 'node:crypto';
import { Unauthenticated } from '../errors/errors.ts';
import type { IdentityProvider, IdentitySession } from './identity-session.ts';
import type { Policy } from './policy.ts';

/**
 * Admits a person with a session at the identity provider. The handler receives the provider's claims about the person.
 * @param identity null when no provider is configured: then all callers are refused
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
 * Admits callers that send a service key in the header `service-api-key`, for example the identity provider's webhooks.
 * @param keys the valid keys: one, or two during a rotation; with none, all callers are refused
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
      // Every key is compared by its hash, so that the response time reveals neither a key nor its length.
      const fits = live.map((key) => timingSafeEqual(key, shown));
      if (!fits.includes(true)) throw new Unauthenticated();
      return { actor: null, resource: null };
    },
  };
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
