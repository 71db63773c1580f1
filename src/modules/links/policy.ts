import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Access, onResource } from '../../platform/auth/policy.ts';
import { userAccess } from '../accounts/index.ts';
import { findLink, type Link } from './find-link.ts';

/**
 * The SQL condition for the links, clicks and earnings that a caller sees in lists without an owner in the path:
 * creators see their own, agencies those of their users, advertisers those on their stores, administrators all.
 * Apply it outermost, so that no filter bypasses it.
 * @param userId, storeId columns of the listed row
 */
export function linkScope(actor: Actor, userId: SQL, storeId: SQL): SQL {
  if (actor.isAdmin) return sql`true`;
  const seen: SQL[] = [sql`${userId} = ${actor.userId}`];
  if (actor.storeIds.length > 0) seen.push(sql`${storeId} = ANY (${sql.param([...actor.storeIds])}::bigint[])`);
  if (actor.agencyIds.length > 0) {
    const agencies = sql.param([...actor.agencyIds]);
    seen.push(sql`${userId} = ANY (ARRAY (SELECT u.id FROM users u WHERE u.agency_id = ANY (${agencies}::bigint[])))`);
  }
  return sql`(${sql.join(seen, sql` OR `)})`;
}

/** The users who may see a link: its creator, representatives of the creator's agency, members of its store, administrators. */
export function linkAccess(actor: Actor, link: Pick<Link, 'userId' | 'userAgencyId' | 'store'>): Access {
  if (actor.storeIds.includes(link.store.id)) return 'allow';
  return userAccess(actor, { id: link.userId, agencyId: link.userAgencyId });
}

/** The policy of every path that reads a link. */
export const onLink = onResource<Link>({
  name: 'link',
  describe: 'Its creator, a representative of the creator’s client, members of its store, an administrator.',
  param: 'affiliate_link',
  kind: 'affiliate link',
  load: findLink,
  access: linkAccess,
});

const forCreator = {
  describe: 'Its creator, a representative of the creator’s client, an administrator.',
  param: 'affiliate_link',
  kind: 'affiliate link',
  load: findLink,
  access: creatorsAccess,
};

/**
 * The policy for the creator's earnings from a link. Members of its store may see the link but not the earnings,
 * because the earnings and the price reveal the creator's share, and thus tier and agency.
 */
export const onLinkEarnings = onResource<Link>({ name: 'linkEarnings', ...forCreator });

/** The policy of a link's settings. Members of its store may see the link but not change it. */
export const onCreatorsLink = onResource<Link>({ name: 'creatorsLink', ...forCreator });

function creatorsAccess(actor: Actor, link: Link): Access {
  const access = userAccess(actor, { id: link.userId, agencyId: link.userAgencyId });
  return access !== 'allow' && linkAccess(actor, link) === 'allow' ? 'forbid' : access;
}
