import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { claimDomains } from './claim-domains.ts';

const { application, cast } = await createPopulatedApplication();
await application.market.storeGroup({ currency: 'SEK', country: 'SE' });

const STRANGER: Actor = { userId: 1, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };

/** Claims hosts for a store in a separate transaction; returns the message of the refusal, or null. */
async function claim(storeId: number, hosts: string[], actor: Actor = STRANGER): Promise<string | null> {
  const { db } = application.database;
  try {
    await db.transaction((tx) => claimDomains(tx, { storeId, hosts, actor, at: new Date() }));
    return null;
  } catch (error) {
    if (error instanceof RuleRefused && error.code === 'domain_taken') return error.message;
    throw error;
  }
}

const register = (domain: string, as: string) =>
  application.call({
    method: 'POST',
    url: '/v2/stores',
    as,
    body: { name: 'Shop', domains: [[domain]], country: 'SE', currency: 'SEK', language: 'sv' },
  });
const ownersOf = async (hosts: string[]) =>
  (
    await application.database.pool.query<{ store_id: number }>(
      'SELECT store_id FROM store_domains WHERE host = ANY ($1)',
      [hosts],
    )
  ).rows.map((row) => row.store_id);

describe('A domain that another store has', () => {
  it.each([
    ['the same', (own: string) => own],
    ['with www', (own: string) => `https://www.${own}/`],
    ['below it', (own: string) => `outlet.${own}`],
    ['far below it', (own: string) => `a.b.c.${own}`],
  ])('is refused: %s', async (_what, of) => {
    const own = `taken-${of('x').length}.example`;
    const [mine, theirs] = [cast.tokens.creator, cast.tokens.otherCreator];
    expect((await register(own, theirs)).status).toBe(201);
    const { status, body } = await register(of(own), mine);
    expect([status, body.error]).toEqual([400, 'domain_taken']);
    expect(body.message).toContain(own);
    expect((await register(of(own), cast.tokens.admin)).status).toBe(201);
  });

  it('is refused in another market than that of a foreign store, and not in the own one', async () => {
    expect((await register(cast.domain, cast.tokens.otherAdvertiser)).status).toBe(400);
    expect((await register(`eu.${cast.domain}`, cast.tokens.advertiser)).status).toBe(201);
  });

  it('is refused unless the caller is a member of every store that has it', async () => {
    const { market } = application;
    const [first, second] = [
      await market.store({ domains: ['two.example'] }),
      await market.store({ domains: ['two.example'] }),
    ];
    const mine = await market.store();
    expect(await claim(mine, ['two.example'], { ...STRANGER, storeIds: [first, mine] })).toMatch(/two\.example/);
    expect(await claim(mine, ['two.example'], { ...STRANGER, storeIds: [first, second, mine] })).toBeNull();
  });

  it('is available when that store is deleted, and not when it is hidden or deactivated', async () => {
    const { market, database } = application;
    const states = ['deleted_at = now()', 'hidden = true', 'deactivated_at = now()'];
    const answers = [];
    for (const [index, state] of states.entries()) {
      const host = `state-${index}.example`;
      const id = await market.store({ domains: [host] });
      await database.pool.query(`UPDATE stores SET ${state} WHERE id = $1`, [id]);
      answers.push(await claim(await market.store(), [`m.${host}`]));
    }
    expect(answers).toEqual([null, expect.stringMatching(/state-1/), expect.stringMatching(/state-2/)]);
  });

  it('is named with the other unavailable ones, and none of the rest is claimed', async () => {
    const mine = await application.market.store();
    await application.market.store({ domains: ['b.example', 'c.example'] });
    const wanted = ['free.example', 'm.c.example', 'b.example', 'bb.example', 'x.ab.example'];
    expect(await claim(mine, wanted)).toBe('Another store has already claimed: b.example, m.c.example.');
    expect(await ownersOf(wanted)).not.toContain(mine);
  });

  it('blocks no parent domain: subdomains remain with their stores', async () => {
    await application.market.store({ domains: ['se.chain.example'] });
    expect(await claim(await application.market.store(), ['chain.example', 'no.chain.example'])).toBeNull();
  });
});

describe('Of many concurrent claims', () => {
  it('one gets the domain', async () => {
    const { market } = application;
    const stores = await Promise.all(Array.from({ length: 8 }, () => market.store()));
    const answers = await Promise.all(stores.map((store) => claim(store, ['rush.example'])));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(await ownersOf(['rush.example'])).toEqual([stores[answers.indexOf(null)]]);
  });

  it('no store gets a domain below another store’s, for any order of locks', async () => {
    const { market } = application;
    const label = fc.constantFrom('a', 'b', 'shop');
    const host = fc
      .tuple(fc.array(label, { maxLength: 2 }), fc.constantFrom('se', 'example', 'localhost'))
      .map(([labels, ending]) => [...labels, ending].join('.'))
      .filter((name) => name.includes('.') || name === 'localhost');
    const wishes = fc.array(fc.uniqueArray(host, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(wishes, async (lists) => {
        await application.database.pool.query('DELETE FROM store_domains');
        const stores = await Promise.all(lists.map(() => market.store()));
        await Promise.all(lists.map((hosts, index) => claim(stores[index]!, hosts)));
        const { rows } = await application.database.pool.query<{ store_id: number; host: string; at: number }>(
          'SELECT store_id, host, id AS at FROM store_domains ORDER BY id',
        );
        expect(rows.length).toBeGreaterThan(0);
        for (const later of rows) {
          const above = rows.filter(
            (row) => row.at < later.at && row.store_id !== later.store_id && `.${later.host}`.endsWith(`.${row.host}`),
          );
          expect(above).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
