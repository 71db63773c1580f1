import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import { SCOPES } from '../../platform/auth/scopes.ts';
import { readActor, tokenAuthenticator } from './authenticate.ts';
import { createToken, type NewToken } from './tokens/create-token.ts';

const database = await createTestDatabase();
const market = createMarket(database.pool);
const realActor = await market.user();

const now = () => new Date();
async function actorWith(userId: number, purpose: NewToken['purpose']) {
  const { raw } = await createToken(
    { db: database.db, now },
    {
      userId,
      purpose,
      lifetimeSeconds: 60,
      ...(purpose === 'access' ? { onBehalfOf: realActor } : {}),
    },
  );
  const actor = await tokenAuthenticator(database.pool, now)(raw);
  if (actor === null) return null;
  const { token, ...facts } = actor;
  expect(token).toMatchObject({ purpose, scopes: SCOPES });
  return facts;
}

/** An administrator, member of a store, representative of an agency, and creator of another. */
async function everything(values: { suspended?: boolean } = {}) {
  const [agencyId, memberOfAgencyId, storeId] = [await market.agency(), await market.agency(), await market.store()];
  const userId = await market.user({ isAdmin: true, agencyId: memberOfAgencyId, ...values });
  await market.member(storeId, userId);
  await market.representative(agencyId, userId);
  const actor = { userId, isAdmin: true, storeIds: [storeId], agencyIds: [agencyId], memberOfAgencyId };
  return { actor, themself: { userId, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId } };
}

describe('A token acts for its user', () => {
  it.each(['api', 'session'] as const)('in all their roles, with their own token (%s)', async (purpose) => {
    const { actor } = await everything();
    expect(await actorWith(actor.userId, purpose)).toEqual(actor);
    expect(await readActor(database, actor.userId)).toEqual(actor);
  });

  it('only for themself, with a token created on their behalf', async () => {
    const { actor, themself } = await everything();
    expect(await actorWith(actor.userId, 'access')).toEqual({ ...themself, onBehalfOf: realActor });
  });

  it('no longer, with a token created by a user who has since been suspended or erased', async () => {
    const { actor } = await everything();
    for (const column of ['suspended_at', 'erased_at']) {
      await database.pool.query(`UPDATE users SET ${column} = now() WHERE id = $1`, [realActor]);
      expect(await actorWith(actor.userId, 'access')).toBeNull();
      await database.pool.query(`UPDATE users SET ${column} = NULL WHERE id = $1`, [realActor]);
      expect(await actorWith(actor.userId, 'access')).not.toBeNull();
    }
  });

  it.each(['api', 'access', 'session'] as const)('only for themself while suspended (%s)', async (purpose) => {
    const { actor, themself } = await everything({ suspended: true });
    const alone = purpose === 'access' ? { ...themself, onBehalfOf: realActor } : themself;
    expect(await actorWith(actor.userId, purpose)).toEqual(alone);
    expect(await readActor(database, actor.userId)).toEqual(themself);
    await database.pool.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [actor.userId]);
    expect(await actorWith(actor.userId, purpose)).toEqual(purpose === 'access' ? alone : actor);
  });
});

it('Tokens of an erased or missing user are unknown', async () => {
  const userId = await market.user();
  await database.pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [userId]);
  expect(await readActor(database, userId)).toBeNull();
  expect(await readActor(database, 2 ** 40)).toBeNull();
});
