import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { id, list, nameSchemas } from '../../../platform/http/fields.ts';
import { lockRecord, note, readRecord } from '../../accounts/index.ts';
import { RELATIONSHIPS, replaceRelationships } from './relationships.ts';
import { PEOPLE } from './users.ts';

export const MembershipsBody = Type.Object({
  store_ids: list(id(), { description: 'All stores of which the person is a member.' }),
  client_ids: list(id(), { description: 'All clients that the person represents.' }),
});

/**
 * Sets the stores and agencies that a person acts for. Memberships that are not listed are removed. No mail is sent.
 * @throws NotFound; InvalidInput naming each unknown entry
 */
export async function setMemberships(
  ctx: Context,
  userId: number,
  { store_ids, client_ids: agency_ids }: Static<typeof MembershipsBody>,
): Promise<Static<typeof PEOPLE.record>> {
  return ctx.db.transaction(async (db) => {
    await lockRecord({ db }, PEOPLE, userId);
    await refuseUnknown({ db }, store_ids, agency_ids);
    const stores = await replaceRelationships({ ...ctx, db }, RELATIONSHIPS.stores, userId, store_ids);
    const agencies = await replaceRelationships({ ...ctx, db }, RELATIONSHIPS.clients, userId, agency_ids);
    const changed = [stores, agencies].some(({ added, removed }) => added.length + removed.length > 0);
    if (changed) await note({ ...ctx, db }, PEOPLE.kind, 'memberships_changed', userId, { stores, clients: agencies });
    return readRecord({ db }, PEOPLE, userId);
  });
}

async function refuseUnknown({ db }: Pick<Context, 'db'>, storeIds: number[], agencyIds: number[]): Promise<void> {
  const { rows } = await db.execute<{ field: string; says: string }>(sql`
    SELECT 'store_ids.' || g.n - 1 AS field, 'must be the id of a store that exists' AS says
    FROM unnest(${sql.param(storeIds)}::bigint[]) WITH ORDINALITY AS g (id, n)
    WHERE NOT EXISTS (SELECT FROM stores s WHERE s.id = g.id AND s.deleted_at IS NULL)
    UNION ALL
    SELECT 'client_ids.' || g.n - 1, 'must be the id of a client that exists'
    FROM unnest(${sql.param(agencyIds)}::bigint[]) WITH ORDINALITY AS g (id, n)
    WHERE NOT EXISTS (SELECT FROM agencies c WHERE c.id = g.id)`);
  if (rows.length > 0) throw new InvalidInput(Object.fromEntries(rows.map(({ field, says }) => [field, [says]])));
}

nameSchemas({ MembershipsInput: MembershipsBody });
