import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';

let now = new Date('2026-03-15T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => now });

interface Tag {
  id: number;
  store_id: number;
  hashtag: string;
  created_at: string;
  updated_at: string;
}

async function call(method: 'GET' | 'PATCH', { storeId = cast.storeId, as = 'admin', body }: Called = {}) {
  const url = `/advertiser/stores/${storeId}/hashtags`;
  return application.call({ method, url, body, ...(as === null ? {} : { as: cast.tokens[as] }) });
}
interface Called {
  storeId?: number | string;
  as?: keyof Cast['tokens'] | null;
  body?: unknown;
}
const replace = (storeId: number, hashtags: readonly unknown[]) =>
  call('PATCH', { storeId, body: { store_id: String(storeId), hashtags } });
const read = async (storeId: number): Promise<Tag[]> => (await call('GET', { storeId })).body;
const words = async (storeId: number) => (await read(storeId)).map(({ hashtag }) => hashtag);

describe('a store’s hashtags', () => {
  it('are empty at first, then those that were given, in their order; the reply to a write equals that to a read', async () => {
    const storeId = await application.market.store();
    expect(await read(storeId)).toEqual([]);
    const { status, body } = await replace(storeId, ['#Fjäll', 'funkis', '## löpning ', '夏', '👩‍🚀']);
    expect([status, body]).toEqual([200, await read(storeId)]);
    expect(await words(storeId)).toEqual(['Fjäll', 'funkis', 'löpning', '夏', '👩‍🚀']);
    expect(body[0]).toEqual({
      id: expect.any(Number),
      store_id: storeId,
      hashtag: 'Fjäll',
      created_at: '2026-03-15 12:00:00',
      updated_at: '2026-03-15 12:00:00',
    });
  });

  it('are replaced as a set: remaining ones keep their ids, a new spelling is stored, and the others are removed', async () => {
    const storeId = await application.market.store();
    const [a, b] = (await replace(storeId, ['a', 'b', 'c'])).body as Tag[];
    now = new Date('2026-03-16T12:00:00Z');
    const after = (await replace(storeId, ['d', '#A', 'b'])).body as Tag[];
    expect(after).toEqual([
      { ...a, hashtag: 'A', updated_at: '2026-03-16 12:00:00' },
      b,
      { ...a, id: after[2]!.id, hashtag: 'd', created_at: '2026-03-16 12:00:00', updated_at: '2026-03-16 12:00:00' },
    ]);
    expect(after[2]!.id).toBeGreaterThan(b!.id);
    expect((await replace(storeId, [])).body).toEqual([]);
    expect(await read(storeId)).toEqual([]);
  });

  it('are unchanged when none are given', async () => {
    const storeId = await application.market.store();
    const { body: before } = await replace(storeId, ['stay']);
    const { status, body } = await call('PATCH', { storeId, body: { store_id: String(storeId) } });
    expect([status, body]).toEqual([200, before]);
  });

  it('that differ only in case, composition, or the sign are one hashtag', async () => {
    const storeId = await application.market.store();
    await replace(storeId, ['Mode', '#mode', 'MODE', '＃mode', 'café', 'CAFE\u0301']);
    expect(await words(storeId)).toEqual(['Mode', 'café']);
  });

  it('belong to one store', async () => {
    const [one, other] = [await application.market.store(), await application.market.store()];
    await replace(one, ['mine']);
    await replace(other, ['mine', 'theirs']);
    await replace(one, []);
    expect(await words(other)).toEqual(['mine', 'theirs']);
  });

  it('take the last requested values, and never a mixture of two requests', async () => {
    const storeId = await application.market.store();
    const word = fc.constantFrom('a', 'A', '#a', 'b', 'B', 'c', 'ä', 'Ä', '#d');
    const key = (text: string) => text.replace('#', '').toLowerCase();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(word, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), async (sets) => {
        const before = new Map((await read(storeId)).map((tag) => [key(tag.hashtag), tag.id]));
        const replies = await Promise.all(sets.map((set) => replace(storeId, set)));
        const after = await read(storeId);
        const asked = sets.map((set) => [...new Set(set.map(key))].sort());
        expect(asked).toContainEqual(after.map((tag) => key(tag.hashtag)).sort());
        const answered = replies.map(({ body }) => (body as Tag[]).map((tag) => key(tag.hashtag)).sort());
        expect(answered).toEqual(asked);
        if (sets.length === 1) {
          for (const tag of after) expect([undefined, tag.id]).toContain(before.get(key(tag.hashtag)));
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('hashtags of the wrong form', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `tag${index}`);

  it('may be a hundred, of a hundred characters', async () => {
    const storeId = await application.market.store();
    expect((await replace(storeId, many(100))).body).toHaveLength(100);
    expect((await replace(storeId, ['👩'.repeat(100)])).body).toMatchObject([{ hashtag: '👩'.repeat(100) }]);
  });

  it.each<[object, Record<string, string[]>]>([
    [{}, { store_id: ['is required'] }],
    [{ hashtags: 'a' }, { hashtags: ['must be a list'] }],
    [{ hashtags: null }, { hashtags: ['must be a list'] }],
    [{ hashtags: ['a', 5] }, { 'hashtags.1': ['must be a text'] }],
    [
      { hashtags: ['', 'a', '#', ' # ', '##'] },
      Object.fromEntries([0, 2, 3, 4].map((place) => [`hashtags.${place}`, ['must not be empty']])),
    ],
    [{ hashtags: ['x'.repeat(101)] }, { 'hashtags.0': ['must be at most 100 characters'] }],
    [{ hashtags: many(101) }, { hashtags: ['must hold at most 100 entries'] }],
    [{ hashtags: ['a\0'] }, { 'hashtags.0': ['must not contain the NUL character'] }],
    [{ hashtags: [], more: 1 }, { more: ['is not a known field'] }],
  ])('are named: %j', async (fields, errors) => {
    const storeId = await application.market.store();
    await replace(storeId, ['before']);
    const store = 'hashtags' in fields ? { store_id: String(storeId) } : {};
    const reply = await call('PATCH', { storeId, body: { ...store, ...fields } });
    expect([reply.status, reply.body.errors]).toEqual([422, errors]);
    expect(await words(storeId)).toEqual(['before']);
  });

  it('belong to the store in the path, whose id is a text', async () => {
    const named = async (store_id: unknown) =>
      (await call('PATCH', { body: { store_id, hashtags: ['x'] } })).body.errors?.store_id;
    expect(await named(String(cast.otherStoreId))).toEqual(['must be the store of the path']);
    expect(await named('')).toEqual(['must be the store of the path']);
    expect(await named(cast.storeId)).toEqual(['must be a text']);
    expect(await named('1'.repeat(17))).toEqual(['must be at most 16 characters']);
    expect(await words(cast.storeId)).toEqual([]);
  });
});

describe.each(['GET', 'PATCH'] as const)('%s', (method) => {
  it('is for members of the store and administrators', async () => {
    const good = { body: method === 'GET' ? undefined : { store_id: String(cast.storeId) } };
    for (const as of ['advertiser', 'admin'] as const) expect((await call(method, { ...good, as })).status).toBe(200);
    expect((await call(method, { as: null, body: good.body && 5 })).status).toBe(401);
    for (const as of ['creator', 'agency', 'otherAdvertiser', 'otherCreator', 'otherAgency'] as const) {
      expect((await call(method, { as, body: good.body && { hashtags: 5 } })).status).toBe(403);
    }
    for (const storeId of [999_999, 'x']) expect((await call(method, { ...good, storeId })).status).toBe(404);
    const hidden = await application.market.store({ hidden: true });
    expect((await call(method, { ...good, storeId: hidden, as: 'advertiser' })).status).toBe(404);
  });
});
