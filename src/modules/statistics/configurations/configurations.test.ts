import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { MAX_CONFIGURATIONS } from './configuration.ts';

const NOW = new Date('2026-03-31T10:00:00Z');

const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const link = async (storeId: number) => (await application.market.link({ userId: cast.ids.creator, storeId })).id;
const tags = [await link(cast.storeId), await link(cast.storeId), await link(cast.storeId)];
const foreignTag = await link(cast.otherStoreId);
beforeEach(() => run('DELETE FROM stats_configurations'));

const run = (text: string, ...values: unknown[]) => application.database.pool.query(text, values);
const pathOf = (storeId: number | string, rest: string) => `/advertiser/stores/${storeId}/stats-config${rest}`;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (
  method: Method,
  rest = '',
  body?: unknown,
  role: Role = 'advertiser',
  storeId: number | string = cast.storeId,
) =>
  application.call({
    method,
    url: pathOf(storeId, rest),
    as: cast.tokens[role],
    ...(body === undefined ? {} : { body }),
  });
async function make(body: object, query = ''): Promise<{ id: number; default: number }> {
  const { status, body: made } = await call('POST', query, body);
  expect([status, made]).toEqual([201, expect.anything()]);
  return made;
}
const list = async () => (await call('GET')).body;
const TIMES = { created_at: '2026-03-31 10:00:00', updated_at: '2026-03-31 10:00:00' };

describe('a stats configuration', () => {
  it('is stored as given, and listed by id', async () => {
    const first = await make(
      { name: 'Spring', default: 1, data: { from: '2026-03-01', to: '2026-03-31', tags: [tags[1], tags[0], tags[1]] } },
      '?types[]=clicks&types[]=order_value&types[]=clicks',
    );
    const second = await make({ name: 'All', data: { tags: [] } });
    expect(await list()).toEqual([
      {
        id: first.id,
        store_id: cast.storeId,
        name: 'Spring',
        data: { from: '2026-03-01', to: '2026-03-31', tags: [tags[1], tags[0]], types: ['clicks', 'order_value'] },
        default: 1,
        ...TIMES,
      },
      { id: second.id, store_id: cast.storeId, name: 'All', data: { tags: [], types: [] }, default: 0, ...TIMES },
    ]);
    expect(await list()).toEqual([first, second]);
  });

  it('is replaced as a whole by PUT', async () => {
    const { id } = await make({ name: 'Spring', default: 1, data: { from: '2026-03-01', tags } }, '?types=clicks');
    const { status, body } = await call('PUT', `/${id}?types=nr_orders`, { name: 'Summer', data: { tags: [tags[2]] } });
    expect([status, body]).toEqual([
      200,
      {
        id,
        store_id: cast.storeId,
        name: 'Summer',
        data: { tags: [tags[2]], types: ['nr_orders'] },
        default: 0,
        ...TIMES,
      },
    ]);
    expect(await list()).toEqual([body]);
  });

  it('can be written back as read', async () => {
    const made = await make({ name: 'Spring', default: 1, data: { to: '2026-03-31', tags } }, '?types=estimated_cost');
    const { id, store_id, created_at, updated_at, ...content } = made as Record<string, unknown>;
    for (const method of ['PUT', 'PATCH'] as const) expect((await call(method, `/${id}`, content)).body).toEqual(made);
    expect((await call('PUT', `/${id}?types=clicks`, content)).body.data.types).toEqual(['clicks']);
  });

  it('is changed by PATCH in the given fields', async () => {
    const { id } = await make({ name: 'Spring', default: 1, data: { from: '2026-03-01', tags } }, '?types=clicks');
    const patch = async (body: object, query = '') => {
      const { status, body: changed } = await call('PATCH', `/${id}${query}`, body);
      expect([status, changed.id]).toEqual([200, id]);
      return { name: changed.name, default: changed.default, ...changed.data };
    };
    const before = { name: 'Spring', default: 1, from: '2026-03-01', tags, types: ['clicks'] };
    expect(await patch({})).toEqual(before);
    expect(await patch({ name: 'Summer' })).toEqual({ ...before, name: 'Summer' });
    expect(await patch({ data: { to: '2026-04-01' } })).toMatchObject({ from: '2026-03-01', to: '2026-04-01', tags });
    expect(await patch({ data: { from: null } }, '?types[]=nr_orders')).toEqual({
      name: 'Summer',
      default: 1,
      to: '2026-04-01',
      tags,
      types: ['nr_orders'],
    });
    expect(await patch({ default: 0, data: { tags: [] } })).toMatchObject({ default: 0, tags: [], to: '2026-04-01' });
  });

  it('is returned when it is deleted', async () => {
    const made = await make({ name: 'Spring', data: { tags } });
    expect(await call('DELETE', `/${made.id}`)).toMatchObject({ status: 200, body: made });
    expect(await list()).toEqual([]);
    expect((await call('DELETE', `/${made.id}`)).body.message).toBe('No query results for stats configuration.');
  });
});

describe('the default', () => {
  const defaults = async () => (await list()).filter((one: { default: number }) => one.default === 1).map(idOf);
  const idOf = ({ id }: { id: number }) => id;

  it('is at most one: a new one replaces the previous one', async () => {
    const first = await make({ name: 'First', default: 1, data: { tags } });
    const second = await make({ name: 'Second', default: 1, data: { tags } });
    expect(await defaults()).toEqual([second.id]);
    await call('PATCH', `/${first.id}`, { default: 1 });
    expect(await defaults()).toEqual([first.id]);
    await call('PUT', `/${second.id}`, { name: 'Second', default: 1, data: { tags } });
    expect(await defaults()).toEqual([second.id]);
    await call('DELETE', `/${second.id}`);
    expect(await defaults()).toEqual([]);
  });

  it('is separate for each store', async () => {
    const own = await make({ name: 'Ours', default: 1, data: { tags: [] } });
    const { status } = await call(
      'POST',
      '',
      { name: 'Theirs', default: 1, data: { tags: [] } },
      'otherAdvertiser',
      cast.otherStoreId,
    );
    expect([status, await defaults()]).toEqual([201, [own.id]]);
  });

  it('remains unique for concurrent requests', async () => {
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await make({ name, data: { tags } })).id);
    const write = fc.oneof(fc.constant('POST' as const), fc.constantFrom(...ids));
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 8 }), async (writes) => {
        const done = await Promise.all(
          writes.map((to) =>
            to === 'POST'
              ? call('POST', '', { name: 'new', default: 1, data: { tags } })
              : call('PATCH', `/${to}`, { default: 1 }),
          ),
        );
        for (const { status } of done) expect([200, 201]).toContain(status);
        expect(await defaults()).toHaveLength(1);
        await run('DELETE FROM stats_configurations WHERE NOT id = ANY ($1)', ids);
      }),
      { numRuns: 8 },
    );
  });
});

it('a store has at most 100, also for concurrent requests', async () => {
  await run(
    `INSERT INTO stats_configurations (store_id, name, data) SELECT $1, n::text, '{"tags": [], "types": []}' FROM generate_series(4, $2::int) n`,
    cast.storeId,
    MAX_CONFIGURATIONS,
  );
  const made = await Promise.all(Array.from({ length: 6 }, () => call('POST', '', { name: 'x', data: { tags: [] } })));
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 400, 400, 400]);
  expect(made.find(({ status }) => status === 400)!.body.error).toBe('too_many_configurations');
  expect(await list()).toHaveLength(MAX_CONFIGURATIONS);
});

describe('input of the wrong form', () => {
  const data = { tags: [] as unknown[] };
  it.each<[string, object, string, string]>([
    ['no name', { data }, '', 'name'],
    ['an empty name', { name: ' ', data }, '', 'name'],
    ['a long name', { name: 'x'.repeat(256), data }, '', 'name'],
    ['no data', { name: 'x' }, '', 'data'],
    ['no tags', { name: 'x', data: {} }, '', 'data.tags'],
    ['tags that are no ids', { name: 'x', data: { tags: [0] } }, '', 'data.tags.0'],
    ['too many tags', { name: 'x', data: { tags: Array(1_001).fill(1) } }, '', 'data.tags'],
    ['no day', { name: 'x', data: { ...data, from: '2026-02-30' } }, '', 'data.from'],
    ['a day with a time', { name: 'x', data: { ...data, to: '2026-02-03 10:00' } }, '', 'data.to'],
    ['days upside down', { name: 'x', data: { ...data, from: '2026-03-02', to: '2026-03-01' } }, '', 'data.from'],
    ['no flag', { name: 'x', default: 2, data }, '', 'default'],
    ['an unknown type', { name: 'x', data }, '?types[]=clicks&types[]=profit', 'types.1'],
    ['an unknown type in the body', { name: 'x', data: { ...data, types: ['profit'] } }, '', 'data.types.0'],
    ['an unknown field', { name: 'x', data, colour: 'red' }, '', 'colour'],
  ])('is named: %s', async (_what, body, query, field) => {
    const { status, body: reply } = await call('POST', query, body);
    expect([status, Object.keys(reply.errors)]).toEqual([422, [field]]);
    const { id } = await make({ name: 'Spring', data });
    expect((await call('PUT', `/${id}${query}`, body)).status).toBe(422);
    expect((await list())[0].name).toBe('Spring');
  });

  it('is every tag that is not a link to this store', async () => {
    const body = { name: 'x', data: { tags: [foreignTag, tags[0], 4_503_599_627_370_496] } };
    const { status, body: reply } = await call('POST', '', body);
    expect([status, Object.keys(reply.errors)]).toEqual([422, ['data.tags.0', 'data.tags.2']]);
    const { id } = await make({ name: 'Spring', data: { from: '2026-03-02', tags } });
    expect(Object.keys((await call('PATCH', `/${id}`, body)).body.errors)).toEqual(['data.tags.0', 'data.tags.2']);
    expect((await call('PATCH', `/${id}`, { data: { to: '2026-03-01' } })).body.errors).toHaveProperty(['data.from']);
  });
});

describe('who may', () => {
  const BODY = { name: 'x', data: { tags: [] } };

  it.each<[Method, string, object | undefined, number]>([
    ['GET', '', undefined, 200],
    ['POST', '', BODY, 201],
    ['PUT', '/{id}', BODY, 200],
    ['PATCH', '/{id}', {}, 200],
    ['DELETE', '/{id}', undefined, 200],
  ])('%s %s: members of the store and administrators', async (method, rest, body, done) => {
    const { id } = await make(BODY);
    const path = rest.replace('{id}', String(id));
    const url = pathOf(cast.storeId, path);
    expect((await application.call({ method, url, ...(body === undefined ? {} : { body }) })).status).toBe(401);
    for (const role of ['otherAdvertiser', 'creator', 'agency'] as const) {
      expect([role, (await call(method, path, body, role)).status]).toEqual([role, 403]);
    }
    const hidden = await application.market.store({ hidden: true });
    expect((await call(method, path, body, 'advertiser', hidden)).status).toBe(404);
    if (rest !== '') {
      const foreign = await call(method, path, body, 'otherAdvertiser', cast.otherStoreId);
      expect([foreign.status, foreign.body.message]).toEqual([404, 'No query results for stats configuration.']);
      expect((await call(method, '/x', body)).body.message).toBe('No query results for stats configuration.');
    }
    expect((await call(method, path, body, 'admin')).status).toBe(done);
    if (method !== 'DELETE') expect((await call(method, path, body)).status).toBe(done);
  });
});
