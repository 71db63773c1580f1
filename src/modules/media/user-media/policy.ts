import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Access, onResource } from '../../../platform/auth/policy.ts';
import { userAccess } from '../../accounts/index.ts';
import { findMedia, type MediaRow } from './media-row.ts';

/**
 * The scope of media lists: creators see their own, agencies those of their users, advertisers those shown to their
 * stores, administrators all.
 */
export function mediaScope(actor: Actor): SQL {
  if (actor.isAdmin) return sql`true`;
  const seen: SQL[] = [sql`m.user_id = ${actor.userId}`];
  if (actor.storeIds.length > 0)
    seen.push(sql`m.show_store AND m.store_id = ANY (${sql.param([...actor.storeIds])}::bigint[])`);
  if (actor.agencyIds.length > 0) {
    const agencies = sql.param([...actor.agencyIds]);
    seen.push(sql`m.user_id = ANY (ARRAY (SELECT r.id FROM users r WHERE r.agency_id = ANY (${agencies}::bigint[])))`);
  }
  return sql`(${sql.join(seen, sql` OR `)})`;
}

type Facts = Pick<MediaRow, 'user_id' | 'store_id' | 'show_store'> & { agency_id: number | null };

/**
 * Everyone who may act for its creator may change a medium. Members of a store that it is shown to may see it but not change it.
 */
function mediaAccess(actor: Actor, { user_id, agency_id, store_id, show_store }: Facts): Access {
  if (userAccess(actor, { id: user_id, agencyId: agency_id }) === 'allow') return 'allow';
  return show_store && store_id !== null && actor.storeIds.includes(store_id) ? 'forbid' : 'hide';
}

/** The policy of every path with a medium. */
export const onMedia = onResource<MediaRow & { agency_id: number | null }>({
  name: 'media',
  describe: 'Its creator, a representative of the creator’s client, an administrator.',
  param: 'media',
  kind: 'user media',
  load: findMedia,
  access: mediaAccess,
});
