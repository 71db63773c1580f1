import type { Actor } from '../../../platform/auth/actor.ts';
import { mayKnowShare } from '../policy.ts';
import type { ListedAgency } from './list-agencies.ts';

export function presentAgency({ id, name, own_payment_system, agency_share }: ListedAgency, viewer: Actor) {
  return {
    id,
    name,
    has_own_payment_system: own_payment_system,
    revenue_share: mayKnowShare(viewer, id) ? agency_share : 0,
  };
}
