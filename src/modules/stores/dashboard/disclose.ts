import type { StoreUserRow } from '../record/store-users.ts';
import type { Relationship } from './relationship.ts';

/** All personal data of a user. */
export type DashboardUser = StoreUserRow & { phone: string | null; public_name: string };

/** The creator's name and addresses for messages. */
const PERSON = { email: '', first_name: null, surname: null, last_active_at: null, agreement_signed_at: null };
/** The creator's postal address, for deliveries. */
const HOME = { city: null, address: null, postcode: null, phone: null };
/** Data between the creator and the platform or the agency. */
const INTERNALS = { tier_pricing_type: null, config: {}, revenue_tier_id: null, recruitment_utm: null };

/** A store sees the name and address of creators who have acted towards it. */
export function disclosesPerson(relationship: Relationship): boolean {
  return relationship === 'known' || relationship === 'working';
}

/** Removes the data of a user that a store may not see. Internal data are never shown. */
export function discloseToStore(user: DashboardUser, relationship: Exclude<Relationship, 'none'>): DashboardUser {
  return {
    ...user,
    ...INTERNALS,
    ...(disclosesPerson(relationship) ? {} : PERSON),
    ...(relationship === 'working' ? {} : HOME),
  };
}
