import type { Actor } from '../../../platform/auth/actor.ts';
import { mayKnowShare } from '../policy.ts';
import type { ListedClient } from './list-clients.ts';

export function presentClient({ id, name, own_payment_system, client_share }: ListedClient, viewer: Actor) {
  return {
    id,
    name,
    has_own_payment_system: own_payment_system,
    revenue_share: mayKnowShare(viewer, id) ? client_share : 0,
  };
}
