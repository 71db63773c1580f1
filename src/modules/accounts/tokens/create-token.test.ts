import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../tests/harness/database.ts';
import { createMarket } from '../../../../tests/harness/market.ts';
import { SCOPES } from '../../../platform/auth/scopes.ts';
import { connectDatabase } from '../../../platform/database/database.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { tokenAuthenticator } from '../authenticate.ts';
import { createToken, type NewToken } from './create-token.ts';

/** One connection, so that statements that nobody waits for are executed before the next reply. */
let clock = new Date('2030-01-01T12:00:00Z');
const database = await createTestDatabase();
const single = connectDatabase(database.url, { maxConnections: 1, statementTimeoutMs: 30_000, onPoolError: () => {} });
const market = createMarket(database.pool);
const userId = await market.user();
afterAll(() => single.pool.end());

const now = () => clock;
const make = (token: Partial<NewToken> = {}) =>
  createToken({ db: database.db, now }, { userId, purpose: 'api', ...token });
const authenticate = (raw: string) => tokenAuthenticator(single.pool, now)(raw);
const rowOf = async (id: number) =>
  (await single.pool.query(`SELECT *, now() - last_used_at AS used_ago FROM tokens WHERE id = $1`, [id])).rows[0];

describe('A token', () => {
  it('is a prefix that scanners recognise, and 256 random bits', async () => {
    const raws = await Promise.all(Array.from({ length: 50 }, async () => (await make()).raw));
    expect(new Set(raws).size).toBe(50);
    for (const raw of raws) {
      expect(raw).toMatch(/^trb_[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(raw.slice('trb_'.length), 'base64url')).toHaveLength(32);
    }
  });

  it('is returned once: only its hash and a hint are stored', async () => {
    const { id, raw } = await make({ name: 'import', createdBy: userId });
    const row = await rowOf(id);
    expect(row).toMatchObject({
      user_id: userId,
      purpose: 'api',
      name: 'import',
      created_by: userId,
      hint: raw.slice(0, 10),
      hash: createHash('sha256').update(raw).digest(),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
    });
    const { rows } = await database.pool.query('SELECT t::text AS text FROM tokens t WHERE id = $1', [id]);
    expect(rows[0].text).not.toContain(raw.slice(10));
  });

  it('is not created for a user that does not exist', async () => {
    await expect(make({ userId: 2 ** 40 })).rejects.toThrow(NotFound);
  });
});

describe('A token is valid', () => {
  it('for its owner, with the owner’s roles', async () => {
    const agencyId = await market.agency();
    const person = await market.user({ agencyId });
    const [store, other] = [await market.store(), await market.store()];
    for (const storeId of [other, store]) await market.member(storeId, person);
    const represented = await market.agency();
    await market.representative(represented, person);
    expect(await authenticate((await make({ userId: person })).raw)).toEqual({
      userId: person,
      isAdmin: false,
      storeIds: [store, other],
      agencyIds: [represented],
      memberOfAgencyId: agencyId,
      token: expect.objectContaining({ purpose: 'api', scopes: [...SCOPES] }),
    });
    const admin = await market.user({ isAdmin: true });
    expect(await authenticate((await make({ userId: admin })).raw)).toEqual({
      userId: admin,
      isAdmin: true,
      storeIds: [],
      agencyIds: [],
      memberOfAgencyId: null,
      token: expect.objectContaining({ purpose: 'api' }),
    });
  });

  it('until it expires, to the millisecond', async () => {
    clock = new Date('2030-01-01T12:00:00Z');
    const { raw, expiresAt } = await make({ purpose: 'access', lifetimeSeconds: 3600, onBehalfOf: userId });
    expect(expiresAt).toEqual(new Date('2030-01-01T13:00:00Z'));
    clock = new Date('2030-01-01T12:59:59.999Z');
    expect(await authenticate(raw)).toMatchObject({ userId });
    clock = new Date('2030-01-01T13:00:00Z');
    expect(await authenticate(raw)).toBeNull();
  });

  it('until it is revoked', async () => {
    const { id, raw } = await make();
    expect(await authenticate(raw)).toMatchObject({ userId });
    await database.pool.query('UPDATE tokens SET revoked_at = now() WHERE id = $1', [id]);
    expect(await authenticate(raw)).toBeNull();
  });

  it('until its owner is erased', async () => {
    const person = await market.user();
    const { raw } = await make({ userId: person });
    expect(await authenticate(raw)).toMatchObject({ userId: person });
    await database.pool.query('UPDATE users SET erased_at = now() WHERE id = $1', [person]);
    expect(await authenticate(raw)).toBeNull();
  });

  it('in full and unchanged, not in part, in another case, or as its hash', async () => {
    const { raw } = await make();
    const swapped = raw.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
    const hash = createHash('sha256').update(raw).digest();
    for (const wrong of [
      '',
      'trb_',
      raw.slice(0, -1),
      `${raw}=`,
      `${raw} `,
      swapped,
      hash.toString('hex'),
      `\\x${hash.toString('hex')}`,
      '\0',
    ]) {
      expect(await authenticate(wrong)).toBeNull();
    }
  });
});

describe('The time of last use', () => {
  const used = async (id: number, ago: string) => {
    await single.pool.query(`UPDATE tokens SET last_used_at = now() - $2::interval WHERE id = $1`, [id, ago]);
    return (await rowOf(id)).last_used_at as Date;
  };

  it('is written at the first use', async () => {
    const { id, raw } = await make();
    await authenticate(raw);
    expect((await rowOf(id)).last_used_at).toBeInstanceOf(Date);
  });

  it('is not written again within a minute', async () => {
    const { id, raw } = await make();
    const before = await used(id, '50 seconds');
    for (let use = 0; use < 3; use++) await authenticate(raw);
    expect((await rowOf(id)).last_used_at).toEqual(before);
  });

  it('is written again after a minute', async () => {
    const { id, raw } = await make();
    const before = await used(id, '61 seconds');
    await authenticate(raw);
    const after = (await rowOf(id)).last_used_at;
    expect(after.getTime()).toBeGreaterThan(before.getTime());
    await authenticate(raw);
    expect((await rowOf(id)).last_used_at).toEqual(after);
  });

  it('is not written for an invalid token', async () => {
    const { id, raw } = await make();
    await database.pool.query('UPDATE tokens SET revoked_at = now() WHERE id = $1', [id]);
    await authenticate(raw);
    expect((await rowOf(id)).last_used_at).toBeNull();
  });
});
