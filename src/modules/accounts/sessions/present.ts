import type { Me } from './find-me.ts';
import type { OpenedSession } from './open-session.ts';

export function presentMe(me: Me) {
  return {
    id: me.id,
    username: me.username,
    display_name: me.displayName,
    email: me.email,
    roles: me.roles,
    stores: me.stores.map(({ id, name, role }) => ({ id, name, role })),
    clients: me.agencies.map(({ id, name, role }) => ({ id, name, role })),
    client: me.agency === null ? null : { id: me.agency.id, name: me.agency.name },
    store_group:
      me.storeGroup === null
        ? null
        : { id: me.storeGroup.id, name: me.storeGroup.name, currency: me.storeGroup.currency },
    locale: me.locale,
    language: me.locale.slice(0, 2),
    preferred_locale: me.preferredLocale,
    is_suspended: me.isSuspended,
    has_password: me.hasPassword,
    awaits_approval: me.awaitsApproval,
    second_factor_required: me.lacksSecondFactor,
    deletion_due_at: me.deletionDueAt === null ? null : new Date(me.deletionDueAt).toISOString(),
  };
}

export function presentSession({ token, expiresAt }: OpenedSession, me: Me) {
  return { token, expires_at: expiresAt.toISOString(), user: presentMe(me) };
}

/** Omits the token, which is only in the cookie. */
export function presentConsoleSession({ expiresAt }: OpenedSession, me: Me) {
  return { expires_at: expiresAt.toISOString(), user: presentMe(me) };
}
