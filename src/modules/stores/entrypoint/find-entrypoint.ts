import type { Context } from '../../../platform/context.ts';
import { Forbidden, InvalidInput } from '../../../platform/errors/errors.ts';
import { findMe, type Me, type UserRole } from '../../accounts/index.ts';
import { requireStore } from '../policy.ts';

/** The apps that a signed-in user may use, in the order of precedence. */
export const APPS = ['admin', 'advertiser', 'agency', 'creator'] as const satisfies readonly UserRole[];
export type App = (typeof APPS)[number];

type Named = { id: number; name: string };

/** The app, the store and the agency with which a signed-in user starts. */
export interface Entrypoint {
  app: App;
  /** The apps of the caller. */
  apps: readonly App[];
  /** The store to work on: with `advertiser` one of the caller's, with `admin` the requested one. */
  store: Named | null;
  /** With `agency`, the agency that the caller represents. */
  agency: Named | null;
  me: Me;
}

/**
 * Finds the app that the caller starts with. Without a requested app, it is the first one that the caller may use or, if a store
 * is named, the one for that store.
 * @throws Forbidden for an app or a store of others; NotFound for a store that the caller cannot know of; InvalidInput naming
 *   `store_id` with an app that works on no store
 */
export async function findEntrypoint(
  ctx: Context,
  { app: wanted, storeId }: { app?: App | undefined; storeId?: number | undefined },
): Promise<Entrypoint> {
  const named = storeId === undefined ? null : await requireStore(ctx, storeId);
  const me = await findMe(ctx, ctx.actor);
  const apps = APPS.filter((app) => me.roles.includes(app));
  const isMember = storeId !== undefined && ctx.actor.storeIds.includes(storeId);
  const app = wanted ?? (isMember ? 'advertiser' : apps[0]!);
  if (!apps.includes(app)) throw new Forbidden();
  if (named !== null && app !== 'admin' && app !== 'advertiser')
    throw new InvalidInput({ store_id: ['requires the app advertiser or admin'] });
  // Administrators work on stores of others as `admin`.
  if (named !== null && app === 'advertiser' && !isMember) throw new Forbidden();
  const first = app === 'advertiser' ? (me.stores[0] ?? null) : null;
  const store = named === null ? first : { id: named.id, name: named.name };
  return { app, apps, store, agency: app === 'agency' ? (me.agencies[0] ?? null) : null, me };
}
