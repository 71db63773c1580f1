import { describe, expect, test } from 'vitest';
import { parseProductUrl } from '../../stores/urls/index.ts';
import type { MatchableStore, UrlRule } from './store-entry.ts';
import { type MatchOptions, StoreIndex } from './store-index.ts';

function store(
  id: number,
  domains: string[],
  rules: UrlRule[] = [],
  more: Partial<MatchableStore> = {},
): MatchableStore {
  return { id, storeGroupId: 1, hidden: false, active: true, domains, rules, ...more };
}

const allow = (url: string | null, keyword: string | null = null): UrlRule => ({ type: 'allow', url, keyword });
const block = (url: string | null, keyword: string | null = null): UrlRule => ({ type: 'block', url, keyword });

function inspect(stores: MatchableStore[], text: string, options: MatchOptions = {}) {
  const index = new StoreIndex();
  index.replaceAll(stores);
  const { result, storeIds } = index.inspect(text, options);
  return { result, storeIds };
}

const single = (id: number) => ({ result: 'single_advertiser', storeIds: [id] });
const none = { result: 'no_advertiser', storeIds: [] };
const blocked = { result: 'blocked', storeIds: [] };
const notVisible = { result: 'not_visible', storeIds: [] };

describe("A URL belongs to the store whose domain is the URL's host or a parent of it", () => {
  const market = [
    store(1, ['https://WWW.Shop.SE/']),
    store(2, ['bücher.example']),
    store(3, ['brand.myshopify.com', 'brand.com']),
    store(4, ['192.168.0.1', '[2001:db8::1]']),
    store(5, ['not a domain', 'co.uk', '']),
  ];

  test.each([
    ['shop.se', 1],
    ['https://www.shop.se/p?utm_source=x#y', 1],
    ['HTTPS://M.SHOP.SE./p', 1],
    ['http://a.b.c.shop.se:8080', 1],
    ['https://www.bücher.example/ä', 2],
    ['https://xn--bcher-kva.example', 2],
    ['https://brand.myshopify.com/products/1', 3],
    ['https://shop.brand.com/', 3],
    ['http://192.168.0.1:3000/p', 4],
    ['http://[2001:DB8:0::1]/p', 4],
  ])('%s', (text, id) => {
    expect(inspect(market, text)).toEqual(single(id));
  });

  test.each([
    'https://myshop.se/',
    'https://shop.se.evil.example/',
    'https://evil.example/shop.se',
    'https://evil.example/?u=https://shop.se/',
    'https://se/',
    'https://other.myshopify.com/',
    'https://anything.co.uk/',
    'http://1.192.168.0/',
  ])('%s belongs to no store', (text) => {
    expect(inspect(market, text)).toEqual(none);
  });

  test('A text that is not a URL is reported with a reason', () => {
    const index = new StoreIndex();
    expect(index.inspect('sneakers')).toEqual({
      result: 'invalid_url',
      storeIds: [],
      reason: 'This is not the URL of a web page.',
    });
  });
});

describe('Rules', () => {
  const cases: [what: string, rules: UrlRule[], text: string, expected: object][] = [
    ['an allow rule that covers the URL', [allow('shop.se/women')], 'shop.se/women/1', single(1)],
    ['an allow rule that covers on a subdomain', [allow('shop.se/women')], 'm.shop.se/women/1', single(1)],
    ['an allow rule is a literal prefix', [allow('shop.se/women')], 'shop.se/womenswear', single(1)],
    ['an allow rule does not cover its path elsewhere', [allow('shop.se/women')], 'shop.se/se/women', none],
    ['an allow rule ignores case', [allow('shop.se/women')], 'shop.se/Women', single(1)],
    ['an allow rule of a subdomain', [allow('m.shop.se')], 'shop.se/', none],
    ['one of two allow rules', [allow('shop.se/a'), allow('shop.se/b')], 'shop.se/b', single(1)],
    ['a query prefix', [allow('shop.se/s?cat=1')], 'shop.se/s?cat=12', single(1)],
    ['another query', [allow('shop.se/s?cat=1')], 'shop.se/s?page=1&cat=1', none],
    ['an allowed keyword', [allow(null, 'women')], 'shop.se/?c=WOMEN', single(1)],
    ['an allowed keyword that is missing', [allow(null, 'women')], 'shop.se/men', none],
    ['a URL and a keyword that both match', [allow('shop.se/a', 'red')], 'shop.se/a/red', single(1)],
    ['the url without the keyword', [allow('shop.se/a', 'red')], 'shop.se/a/blue', none],
    ['the keyword without the url', [allow('shop.se/a', 'red')], 'shop.se/b/red', none],
    ['an invalid allow rule allows nothing', [allow('nonsense')], 'shop.se/', none],
    ['a rule without URL and keyword is ignored', [allow(null), allow('', ' '), block('')], 'shop.se/', single(1)],
    ['a block rule that covers the URL', [block('shop.se/gift')], 'www.shop.se/gift-cards', blocked],
    ['a block rule that does not cover the URL', [block('shop.se/gift')], 'shop.se/sale', single(1)],
    ['a block rule of a subdomain', [block('b2b.shop.se')], 'b2b.shop.se/x', blocked],
    ['a block rule does not cover a similar host', [block('b.shop.se')], 'bb.shop.se/x', single(1)],
    ['a block rule covers escaped paths', [block('shop.se/sale')], 'shop.se/%73ale', blocked],
    ['a block rule covers paths with dot segments', [block('shop.se/sale')], 'shop.se/a/%2e%2e/sale', blocked],
    ['a block rule covers repeated slashes', [block('shop.se/presentkort')], 'shop.se//presentkort', blocked],
    ['a block rule ignores case', [block('shop.se/presentkort')], 'shop.se/PRESENTKORT', blocked],
    ['a block rule covers an escaped slash', [block('shop.se/presentkort')], 'shop.se/%2Fpresentkort', blocked],
    ['a block rule in upper case', [block('shop.se//Presentkort')], 'shop.se/presentkort/10', blocked],
    ['an allow rule in another case', [allow('shop.se/Sale')], 'shop.se/sale/x', single(1)],
    ['a query in another case', [block('shop.se/a?x=Y')], 'shop.se/a?x=y', single(1)],
    ['a blocked keyword', [block(null, 'gift')], 'shop.se/GIFT', blocked],
    [
      'a longer allow rule does not override a block rule',
      [block('shop.se/a'), allow('shop.se/a/b')],
      'shop.se/a/b',
      blocked,
    ],
    ['a URL outside of the allow rules is not blocked', [allow('shop.se/a'), block('shop.se/b')], 'shop.se/b', none],
    [
      'one of two keywords of one url',
      [allow('shop.se/a', 'red'), allow('shop.se/a', 'tan')],
      'shop.se/a/tan',
      single(1),
    ],
    ['a url with and without keyword', [block('shop.se/a', 'x'), block('shop.se/a')], 'shop.se/a', blocked],
    ['a rule of another host', [block('other.se')], 'shop.se/', single(1)],
  ];

  test.each(cases)('%s', (_what, rules, text, expected) => {
    expect(inspect([store(1, ['shop.se'], rules)], text)).toEqual(expected);
  });
});

describe('Among several stores, the longest match decides', () => {
  test.each<[string, MatchableStore[], string, number[]]>([
    ['the longer domain', [store(1, ['shop.se']), store(2, ['m.shop.se'])], 'm.shop.se/x', [2]],
    [
      'the allow rule over the bare domain',
      [store(1, ['shop.se']), store(2, ['shop.se'], [allow('shop.se/a')])],
      'shop.se/a',
      [2],
    ],
    [
      'a longer host takes precedence over any path',
      [store(1, ['shop.se'], [allow('shop.se/a/b/c')]), store(2, ['m.shop.se'])],
      'm.shop.se/a/b/c',
      [2],
    ],
    [
      "an allow rule's host counts",
      [store(1, ['shop.se'], [allow('m.shop.se')]), store(2, ['shop.se'])],
      'm.shop.se/x',
      [1],
    ],
    [
      'an allow rule for the whole domain does not lengthen the match',
      [store(2, ['shop.se'], [allow('shop.se')]), store(1, ['shop.se'])],
      'shop.se/x',
      [1, 2],
    ],
    [
      'a keyword does not lengthen the match',
      [store(2, ['shop.se'], [allow(null, 'red')]), store(1, ['shop.se'])],
      'shop.se/red',
      [1, 2],
    ],
    [
      'block rules do not lengthen the match',
      [store(2, ['shop.se'], [block('shop.se/z')]), store(1, ['shop.se'])],
      'shop.se/x',
      [1, 2],
    ],
    [
      'the longest of several domains',
      [store(1, ['shop.se', 'm.shop.se']), store(2, ['m.shop.se'])],
      'm.shop.se/x',
      [1, 2],
    ],
    [
      'equal matches, in the order of ids',
      [store(30, ['shop.se']), store(4, ['www.shop.se']), store(100, ['shop.se'])],
      'shop.se',
      [4, 30, 100],
    ],
    [
      'a store with nested domains competes once',
      [store(1, ['shop.se', 'm.shop.se'], [allow('m.shop.se/a')])],
      'm.shop.se/a',
      [1],
    ],
    [
      'its longest match counts, even if another store has a longer domain',
      [store(1, ['a.m.shop.se']), store(2, ['m.shop.se', 'shop.se'], [allow('a.m.shop.se/a')])],
      'a.m.shop.se/a',
      [2],
    ],
    [
      'a store with a block rule for the URL is excluded',
      [store(1, ['shop.se']), store(2, ['m.shop.se'], [block('shop.se')])],
      'm.shop.se',
      [1],
    ],
  ])('%s', (_what, stores, text, ids) => {
    const result = ids.length === 1 ? 'single_advertiser' : 'multiple_advertisers';
    expect(inspect(stores, text)).toEqual({ result, storeIds: ids });
    expect(inspect([...stores].reverse(), text)).toEqual({ result, storeIds: ids });
  });
});

describe('The stores that are considered', () => {
  const hidden = store(1, ['m.shop.se'], [], { hidden: true });
  const visible = store(2, ['shop.se'], [], { storeGroupId: 2 });

  test.each<[string, MatchableStore[], MatchOptions, object]>([
    ['a hidden store alone is not visible', [hidden], {}, notVisible],
    ['a hidden store is found if visibility is ignored', [hidden], { ignoreVisibility: true }, single(1)],
    ['a visible store takes precedence over a hidden one with a longer domain', [hidden, visible], {}, single(2)],
    [
      'the longer domain takes precedence if visibility is ignored',
      [hidden, visible],
      { ignoreVisibility: true },
      single(1),
    ],
    [
      'a hidden store takes precedence over one with a block rule',
      [hidden, store(2, ['shop.se'], [block('shop.se')])],
      {},
      notVisible,
    ],
    [
      'a store with a block rule takes precedence over one without a matching allow rule',
      [store(1, ['shop.se'], [block('shop.se')]), store(2, ['shop.se'], [allow('shop.se/a')])],
      {},
      blocked,
    ],
    [
      'a hidden store that blocks is blocked',
      [store(1, ['shop.se'], [block('shop.se')], { hidden: true })],
      {},
      blocked,
    ],
    ['only stores of the market', [hidden, visible], { ignoreVisibility: true, storeGroupId: 2 }, single(2)],
    ['no store of the market', [visible], { storeGroupId: 1 }, none],
    ['only the store that is named', [store(1, ['m.shop.se']), visible], { storeId: 2 }, single(2)],
    ['the named store is hidden', [hidden, visible], { storeId: 1 }, notVisible],
    ['the named store has another domain', [store(3, ['other.se']), visible], { storeId: 3 }, none],
    ['the named store is unknown', [visible], { storeId: 9 }, none],
    [
      'a deactivated store is never considered',
      [store(1, ['shop.se'], [], { active: false })],
      { ignoreVisibility: true, storeId: 1 },
      none,
    ],
  ])('%s', (_what, stores, options, expected) => {
    expect(inspect(stores, 'https://m.shop.se/x', options)).toEqual(expected);
  });
});

describe('Updates of the index', () => {
  test('a store is replaced, deactivated and removed as a whole', () => {
    const index = new StoreIndex();
    const ids = (text: string) => index.inspect(text).storeIds;
    index.upsert(store(1, ['one.se', 'two.se', 'one.se']));
    index.upsert(store(2, ['one.se']));
    expect([index.size, ids('one.se'), ids('two.se')]).toEqual([2, [1, 2], [1]]);
    index.upsert(store(1, ['two.se', 'three.se']));
    expect([index.size, ids('one.se'), ids('two.se'), ids('three.se')]).toEqual([2, [2], [1], [1]]);
    index.upsert(store(1, ['three.se'], [], { active: false }));
    expect([index.size, ids('two.se'), ids('three.se')]).toEqual([1, [], []]);
    index.remove(2);
    index.remove(2);
    expect([index.size, ids('one.se')]).toEqual([0, []]);
  });

  test('a failed replacement leaves the index unchanged', () => {
    const index = new StoreIndex();
    index.replaceAll([store(1, ['one.se'])]);
    const broken = function* () {
      yield store(2, ['one.se']);
      throw new Error('connection lost');
    };
    expect(() => index.replaceAll(broken())).toThrow('connection lost');
    expect(index.inspect('one.se')).toMatchObject(single(1));
  });
});

describe('An explanation names the deciding rule', () => {
  const index = new StoreIndex();
  index.upsert(store(1, ['shop.se', 'm.shop.se'], [allow('shop.se'), allow('shop.se/a', 'RED'), block(null, 'gift')]));
  index.upsert(store(2, ['other.se'], [], { hidden: true }));

  function explain(text: string, id: number) {
    const parsed = parseProductUrl(text);
    return parsed.ok ? index.explain(parsed.url, id) : undefined;
  }

  const bare = { pattern: 'shop.se/', keyword: null, hostLength: 7, pathLength: 1 };
  const red = { pattern: 'shop.se/a', keyword: 'red', hostLength: 7, pathLength: 2 };
  const gift = { pattern: null, keyword: 'gift', hostLength: 0, pathLength: 0 };

  test.each([
    ['m.shop.se/x', 1, { result: 'single_advertiser', domain: 'm.shop.se', allowedBy: bare, blockedBy: null }],
    ['shop.se/a/red', 1, { result: 'single_advertiser', domain: 'shop.se', allowedBy: red, blockedBy: null }],
    ['shop.se/gift', 1, { result: 'blocked', domain: 'shop.se', allowedBy: bare, blockedBy: gift }],
    ['other.se', 1, { result: 'no_advertiser', domain: null, allowedBy: null, blockedBy: null }],
    ['other.se', 2, { result: 'not_visible', domain: 'other.se', allowedBy: null, blockedBy: null }],
    ['other.se', 3, null],
  ])('%s for store %i', (text, id, expected) => {
    expect(explain(text, id)).toEqual(expected);
  });
});
