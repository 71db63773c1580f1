import type { Actor } from '../../../platform/auth/actor.ts';
import { mayKnowShare } from '../../accounts/index.ts';
import type { BlocklistEntry } from './entry.ts';

/** An entry as a store sees it: only the name of a user, and an agency's share only if the viewer may know it. */
export function presentEntry({ user, userTag, agency, createdBy, ...entry }: BlocklistEntry, viewer: Actor) {
  return {
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    validate_clicks: entry.validateClicks,
    ...(createdBy === null ? {} : { created_by: presentBlocker(createdBy) }),
    ...(user === null ? {} : { user }),
    ...(userTag === null ? {} : { user_tag: { id: userTag.id, name: userTag.name } }),
    ...(agency === null ? {} : { client: presentAgency(agency, viewer) }),
  };
}

function presentBlocker(person: NonNullable<BlocklistEntry['createdBy']>) {
  return {
    id: person.id,
    username: person.username,
    display_name: person.displayName,
    email: person.email,
    client_id: person.agencyId ?? 0,
    preferred_locale: person.preferredLocale ?? '',
    locale: person.locale ?? '',
    language: person.language ?? '',
  };
}

function presentAgency(agency: NonNullable<BlocklistEntry['agency']>, viewer: Actor) {
  return {
    id: agency.id,
    name: agency.name,
    has_own_payment_system: agency.ownPaymentSystem,
    revenue_share: mayKnowShare(viewer, agency.id) ? agency.agencyShare : 0,
  };
}
