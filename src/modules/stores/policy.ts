import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Access, onResource } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { lookUpById } from '../../platform/database/look-up.ts';
import { Forbidden, NotFound } from '../../platform/errors/errors.ts';

/** The data of a store that policies need, and the currency of its amounts. */
export interface StoreFacts {
  id: number;
  name: string;
  currency: string;
  locale: string;
  hidden: boolean;
  deleted: boolean;
}

const readStore = lookUpById<StoreFacts>(
  sql`SELECT id, name, currency, locale, hidden, deleted_at IS NOT NULL AS deleted FROM stores`,
  sql`id`,
);

/** Reads a store by id; null when there is none. */
export function findStore({ db }: Pick<Context, 'db'>, id: number): Promise<StoreFacts | null> {
  return readStore(db, id);
}

/**
 * Members of a store and administrators may administer it (docs/domain.md, "Who may do what"). Stores are public, so others
 * receive a 403, except for a store that they cannot know of.
 */
export function storeAccess(actor: Actor, store: Pick<StoreFacts, 'id' | 'hidden' | 'deleted'>): Access {
  if (actor.isAdmin) return 'allow';
  if (store.deleted) return 'hide';
  if (actor.storeIds.includes(store.id)) return 'allow';
  return store.hidden ? 'hide' : 'forbid';
}

/** The policy of every path that names a store to administer; `param` is the path parameter's name. */
export const onStore = (param: 'id' | 'store' | 'advertiser') =>
  onResource<StoreFacts>({
    name: 'store',
    describe: 'Members of that store, an administrator.',
    param,
    kind: 'store',
    load: findStore,
    access: storeAccess,
  });

/** Data that only the members of a store and its keys read, and administrators only as such. */
export const onStoreOnly = (param: 'store') =>
  onResource<StoreFacts>({
    name: 'storeOnly',
    describe: 'Members of that store.',
    param,
    kind: 'store',
    load: findStore,
    access: (actor, store) => {
      if (!store.deleted && actor.storeIds.includes(store.id)) return 'allow';
      return storeAccess(actor, store) === 'hide' ? 'hide' : 'forbid';
    },
  });

/**
 * The same policy for a store that a query names.
 * @throws NotFound for a store that does not exist or that the caller may not know; Forbidden for one that the caller may not
 *   administer
 */
export async function requireStore(ctx: Pick<Context, 'db' | 'actor'>, id: number): Promise<StoreFacts> {
  const store = await findStore(ctx, id);
  const access = store === null ? 'hide' : storeAccess(ctx.actor, store);
  if (store === null || access === 'hide') throw new NotFound('store');
  if (access === 'forbid') throw new Forbidden();
  return store;
}
