import fc from 'fast-check';
import { Type } from 'typebox';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../tests/sample-server.ts';
import { everyone } from './auth/policy.ts';
import { list } from './http/fields.ts';
import { operation } from './http/operation.ts';
import { pageWindow } from './page-window.ts';
import {
  legacyEnvelope,
  pageQuery,
  pageRequest,
  presentLegacyPage,
  presentV2Page,
  sortOf,
  sortQuery,
  v2Envelope,
} from './pagination.ts';

const Item = Type.Object({ id: Type.Integer() });
const query = {
  ...pageQuery(),
  total: Type.Integer({ default: 45 }),
  include: Type.Optional(list(Type.String())),
  sort_by: sortQuery(['created_at', 'clicks']),
};
/** Returns one page of the numbers 1 to `total`. */
const rowsOf = ({ page, size, total }: { page: number; size: number; total: number }) => {
  const { offset } = pageRequest({ page, size });
  const length = Math.max(0, Math.min(size, total - offset));
  return { total, items: Array.from({ length }, (_, index) => offset + index + 1) };
};

const app = await sampleServer((server) => {
  const common = { method: 'GET', tags: ['Sample'], policy: everyone, query } as const;
  operation(server, {
    ...common,
    url: '/v2/numbers',
    operationId: 'numbers',
    summary: 'Numbers',
    replies: { 200: v2Envelope(Item) },
    handle: ({ query, request }) => presentV2Page(request, query, rowsOf(query), (id) => ({ id })),
  });
  operation(server, {
    ...common,
    url: '/numbers',
    operationId: 'legacyNumbers',
    summary: 'Numbers',
    replies: { 200: legacyEnvelope(Item) },
    handle: ({ query, request }) =>
      presentLegacyPage(request, 'https://t.example', query, rowsOf(query), (id) => ({ id })),
  });
});
afterAll(() => app.close());

const get = async (url: string, payload?: object) =>
  (await app.inject({ method: 'GET', url, ...(payload ? { payload } : {}) })).json();

describe('a list of API v2', () => {
  it('has the documented envelope and keeps the other query fields in its links', async () => {
    const at = (page: number) => `/v2/numbers?size=20&include%5B%5D=a&include%5B%5D=b&page=${page}`;
    const body = await get('/v2/numbers?page=2&size=20&include[]=a&include[]=b');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => i + 21));
    expect({ ...body, data: [] }).toEqual({
      data: [],
      links: { first: at(1), last: at(3), prev: at(1), next: at(3) },
      meta: {
        current_page: 2,
        from: 21,
        last_page: 3,
        links: [
          { url: at(1), label: '&laquo; Previous', page: 1, active: false },
          { url: at(1), label: '1', page: 1, active: false },
          { url: at(2), label: '2', page: 2, active: true },
          { url: at(3), label: '3', page: 3, active: false },
          { url: at(3), label: 'Next &raquo;', page: 3, active: false },
        ],
        path: '/v2/numbers',
        per_page: 20,
        to: 40,
        total: 45,
      },
    });
  });

  it('has one page and no neighbours when it is empty', async () => {
    const { links, meta } = await get('/v2/numbers?total=0');
    expect(links).toEqual({ first: expect.any(String), last: links.first, prev: null, next: null });
    expect([meta.from, meta.to, meta.last_page, meta.total, meta.links.length]).toEqual([0, 0, 1, 0, 3]);
  });

  it('answers a page far beyond the end, and refuses a page number above the limit', async () => {
    const { data, meta, links } = await get(`/v2/numbers?page=${2 ** 31}&size=100`);
    expect([data, meta.current_page, links.next]).toEqual([[], 2 ** 31, null]);
    expect((await app.inject(`/v2/numbers?page=${2 ** 31 + 1}`)).statusCode).toBe(422);
  });

  it('keeps fields from the body of a GET in its links', async () => {
    const { links } = await get('/v2/numbers', { total: 3, size: 2 });
    expect(links.next).toBe('/v2/numbers?total=3&size=2&page=2');
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'size=0', 'size=101', 'page=', 'size=x'])('refuses %s', async (wrong) => {
    expect((await app.inject(`/v2/numbers?${wrong}`)).statusCode).toBe(422);
  });
});

describe('a list of the legacy API', () => {
  it('has the flat envelope with absolute addresses', async () => {
    const at = (page: number) => `https://t.example/numbers?size=20&page=${page}`;
    const body = await get('/numbers?size=20');
    expect({ ...body, data: body.data.length }).toEqual({
      current_page: 1,
      data: 20,
      first_page_url: at(1),
      from: 1,
      last_page: 3,
      last_page_url: at(3),
      links: [
        { url: null, label: '&laquo; Previous', active: false },
        { url: at(1), label: '1', active: true },
        { url: at(2), label: '2', active: false },
        { url: at(3), label: '3', active: false },
        { url: at(2), label: 'Next &raquo;', active: false },
      ],
      next_page_url: at(2),
      path: 'https://t.example/numbers',
      per_page: 20,
      prev_page_url: null,
      to: 20,
      total: 45,
    });
  });
});

describe('following the next links', () => {
  const walk = async (start: string, next: (body: Record<string, never>) => string | null) => {
    const seen: number[] = [];
    for (let url: string | null = start; url !== null; ) {
      const body = await get(url);
      seen.push(...body.data.map(({ id }: { id: number }) => id));
      url = next(body)?.replace('https://t.example', '') ?? null;
    }
    return seen;
  };
  const lists = fc.record({ total: fc.nat(60), size: fc.integer({ min: 1, max: 20 }) });

  it.each([
    ['/v2/numbers', (body: { links: { next: string | null } }) => body.links.next],
    ['/numbers', (body: { next_page_url: string | null }) => body.next_page_url],
  ])('of %s returns each row once', async (url, next) => {
    await fc.assert(
      fc.asyncProperty(lists, async ({ total, size }) => {
        const seen = await walk(`${url}?total=${total}&size=${size}`, next as (body: unknown) => string | null);
        expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the window of page numbers', () => {
  // Expected values from Laravel 12 for a paginator with 3 pages on each side.
  it.each([
    [1, 1, [1]],
    [7, 13, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
    [1, 14, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null, 13, 14]],
    [7, 14, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, null, 13, 14]],
    [8, 14, [1, 2, null, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]],
    [10, 20, [1, 2, null, 7, 8, 9, 10, 11, 12, 13, null, 19, 20]],
    [20, 20, [1, 2, null, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
    [99, 20, [1, 2, null, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]],
  ])('on page %i of %i', (current, last, window) => {
    expect(pageWindow(current, last)).toEqual(window);
  });
});

describe('sort_by', () => {
  it('accepts a column and a direction', () => {
    expect(sortOf('created_at:desc')).toEqual({ column: 'created_at', direction: 'desc' });
  });

  it.each(['created_at', 'created_at:', 'secret:asc', 'clicks:up', ':asc', ''])(
    'refuses "%s" and lists the columns',
    async (sort) => {
      const { errors } = await get(`/v2/numbers?sort_by=${sort}`);
      expect(errors.sort_by).toEqual([
        'must be column:direction, with column one of created_at, clicks and direction asc or desc',
      ]);
    },
  );
});
