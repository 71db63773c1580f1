import type { Actor } from '../../../platform/auth/actor.ts';
import { mayKnowShare } from '../../accounts/index.ts';
import type { BlocklistEntry } from './entry.ts';

/** An entry as a store sees it: of a user only what names it, and of a client's share nothing unless the viewer may know it. */
export function presentEntry({ user, userTag, client, createdBy, ...entry }: BlocklistEntry, viewer: Actor) {
  return {
    id: entry.id,
    created_at: entry.createdAt.toISOString(),
    validate_clicks: entry.validateClicks,
    ...(createdBy === null ? {} : { created_by: presentBlocker(createdBy) }),
    ...(user === null ? {} : { user: { id: user.id, username: user.username } }),
    ...(userTag === null ? {} : { user_tag: { id: userTag.id, name: userTag.name } }),
    ...(client === null ? {} : { client: presentClient(client, viewer) }),
  };
}

function presentBlocker(person: NonNullable<BlocklistEntry['createdBy']>) {
  return {
    id: person.id,
    username: person.username,
    display_name: person.displayName,
    email: person.email,
    client_id: person.clientId ?? 0,
    preferred_locale: person.preferredLocale ?? '',
    locale: person.locale ?? '',
    language: person.language ?? '',
  };
}

function presentClient(client: NonNullable<BlocklistEntry['client']>, viewer: Actor) {
  return {
    id: client.id,
    name: client.name,
    has_own_payment_system: client.ownPaymentSystem,
    revenue_share: mayKnowShare(viewer, client.id) ? client.clientShare : 0,
  };
}
