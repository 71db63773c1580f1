import { sql } from 'drizzle-orm';
import { onResource } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { findUser, type UserFacts, userAccess } from '../accounts/index.ts';

/** A creator, and whether the creator has had clicks or orders at stores of the caller. */
interface CreatorOfCaller extends UserFacts {
  isAtStoresOfCaller: boolean;
}

async function findCreator(ctx: Pick<Context, 'db' | 'actor'>, id: number): Promise<CreatorOfCaller | null> {
  const user = await findUser(ctx, id);
  if (user === null) return null;
  const { storeIds } = ctx.actor;
  if (storeIds.length === 0 || userAccess(ctx.actor, user) === 'allow') return { ...user, isAtStoresOfCaller: false };
  const { rows } = await ctx.db.execute(
    sql`SELECT FROM link_days d WHERE d.user_id = ${id} AND d.store_id = ANY (${sql.param([...storeIds])}::bigint[]) LIMIT 1`,
  );
  return { ...user, isAtStoresOfCaller: rows.length > 0 };
}

/** The policy of the figures of one creator. Members of stores see the part at their stores of creators who have had clicks there. */
export const onCreatorWithClicks = (param: 'id' | 'user_id') =>
  onResource<CreatorOfCaller>({
    name: 'creatorWithClicks',
    describe:
      'That user, a representative of the user’s client, members of stores at which the user has had clicks, an administrator.',
    param,
    kind: 'user',
    load: findCreator,
    access: (actor, user) => (user.isAtStoresOfCaller ? 'allow' : userAccess(actor, user)),
  });
