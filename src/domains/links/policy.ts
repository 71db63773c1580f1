import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Access, onResource } from '../../platform/auth/policy.ts';
import { userAccess } from '../accounts/index.ts';
import { findLink, type Link } from './find-link.ts';

/**
 * Whose links, clicks and earnings a caller sees in lists without an owner in the path (design/domain.md, "Who may do what"): a
 * creator its own, an agency those of its users, an advertiser those on its stores, an admin all. A condition over the row's creator and
 * store; apply it outermost, so that no filter escapes it.
 * @param userId, storeId columns of the row that is listed
 */
export function linkScope(actor: Actor, userId: SQL, storeId: SQL): SQL {
  if (actor.isAdmin) return sql`true`;
  const seen: SQL[] = [sql`${userId} = ${actor.userId}`];
  if (actor.storeIds.length > 0) seen.push(sql`${storeId} = ANY (${sql.param([...actor.storeIds])}::bigint[])`);
  if (actor.clientIds.length > 0) {
    const clients = sql.param([...actor.clientIds]);
    seen.push(sql`${userId} = ANY (ARRAY (SELECT u.id FROM users u WHERE u.client_id = ANY (${clients}::bigint[])))`);
  }
  return sql`(${sql.join(seen, sql` OR `)})`;
}

/** Who may see a link: its creator, a representative of the creator's client, members of its store, an admin. */
export function linkAccess(actor: Actor, link: Pick<Link, 'userId' | 'userClientId' | 'store'>): Access {
  if (actor.storeIds.includes(link.store.id)) return 'allow';
  return userAccess(actor, { id: link.userId, clientId: link.userClientId });
}

/** The policy of every path that names a link to be read. */
export const onLink = onResource<Link>({
  name: 'link',
  describe: 'Its creator, a representative of the creator’s client, members of its store, an administrator.',
  param: 'affiliate_link',
  kind: 'affiliate link',
  load: findLink,
  access: linkAccess,
});

/**
 * The policy of what a link earns its creator. Members of its store know the link and are kept from this: from what a creator gets of a price
 * would follow the creator's share, and so tier and agency.
 */
export const onLinkEarnings = onResource<Link>({
  name: 'linkEarnings',
  describe: 'Its creator, a representative of the creator’s client, an administrator.',
  param: 'affiliate_link',
  kind: 'affiliate link',
  load: findLink,
  access: (actor, link) => {
    const access = userAccess(actor, { id: link.userId, clientId: link.userClientId });
    return access !== 'allow' && linkAccess(actor, link) === 'allow' ? 'forbid' : access;
  },
});
