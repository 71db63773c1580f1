import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { findStore, storeAccess } from './policy.ts';

const person = (facts: Partial<Actor> = {}): Actor => ({
  userId: 1,
  isAdmin: false,
  storeIds: [],
  agencyIds: [],
  memberOfAgencyId: null,
  ...facts,
});

const OPEN = { id: 7, hidden: false, deleted: false };
const HIDDEN = { id: 7, hidden: true, deleted: false };
const DELETED = { id: 7, hidden: false, deleted: true };

describe('A store', () => {
  const admin = person({ isAdmin: true });
  const member = person({ storeIds: [6, 7] });
  const otherMember = person({ storeIds: [6] });
  const agent = person({ agencyIds: [7], memberOfAgencyId: 7 });
  it.each([
    ['is administered by its members', member, OPEN, 'allow'],
    ['is theirs while it is hidden', member, HIDDEN, 'allow'],
    ['is gone for them once it is deleted', member, DELETED, 'hide'],
    ['is an administrator’s, even if it is deleted', admin, DELETED, 'allow'],
    ['is known to others, who may not', otherMember, OPEN, 'forbid'],
    ['is known to agencies, who may not', agent, OPEN, 'forbid'],
    ['is not known to others while it is hidden', otherMember, HIDDEN, 'hide'],
    ['is not known to others once it is deleted', otherMember, DELETED, 'hide'],
  ])('%s', (_what, actor, store, access) => {
    expect(storeAccess(actor, store)).toBe(access);
  });
});

describe('A store in policies', async () => {
  const database = await createTestDatabase();
  const market = createMarket(database.pool);

  it('may be hidden or deleted', async () => {
    const id = await market.store({ currency: 'EUR', hidden: true });
    const facts = { id, name: expect.any(String), currency: 'EUR', locale: 'sv_SE' };
    expect(await findStore(database, id)).toEqual({ ...facts, hidden: true, deleted: false });
    await database.pool.query('UPDATE stores SET hidden = false, deleted_at = now() WHERE id = $1', [id]);
    expect(await findStore(database, id)).toEqual({ ...facts, hidden: false, deleted: true });
    expect(await findStore(database, 2 ** 40)).toBeNull();
  });
});
