import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { findUser, userAccess } from './policy.ts';

const person = (userId: number, facts: Partial<Actor> = {}): Actor => ({
  userId,
  isAdmin: false,
  storeIds: [],
  agencyIds: [],
  memberOfAgencyId: null,
  ...facts,
});

describe('For a user may act', () => {
  it.each([
    ['that user', person(1), 'allow'],
    ['an administrator', person(2, { isAdmin: true }), 'allow'],
    ['a representative of the user’s client', person(2, { agencyIds: [7, 8] }), 'allow'],
    ['not one of another client', person(2, { agencyIds: [8] }), 'hide'],
    ['not another creator of the client', person(2, { memberOfAgencyId: 7 }), 'hide'],
    ['not a member of a store', person(2, { storeIds: [1, 7] }), 'hide'],
    ['not anybody', person(2), 'hide'],
  ])('%s', (_who, actor, access) => {
    expect(userAccess(actor, { id: 1, agencyId: 7 })).toBe(access);
  });

  it('no representative, when the user has no client', () => {
    const ids = fc.nat({ max: 3 });
    fc.assert(
      fc.property(fc.array(ids), ids, (agencyIds, userId) => {
        const allowed = userAccess(person(userId, { agencyIds }), { id: 1, agencyId: null }) === 'allow';
        expect(allowed).toBe(userId === 1);
      }),
    );
  });
});

describe('A user in policies', async () => {
  const database = await createTestDatabase();
  const market = createMarket(database.pool);

  it('has an agency or none, and may be suspended', async () => {
    const agencyId = await market.agency();
    const id = await market.user({ agencyId, email: 'Some.One@example.test', suspended: true });
    expect(await findUser(database, id)).toEqual({ id, email: 'Some.One@example.test', agencyId, isSuspended: true });
    const other = await market.user();
    expect(await findUser(database, other)).toMatchObject({ id: other, agencyId: null, isSuspended: false });
    expect(await findUser(database, 2 ** 40)).toBeNull();
  });
});
