import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MatchableStore } from './store-entry.ts';
import { type MatchOptions, StoreIndex } from './store-index.ts';

/*
 * Compares the index with a naive implementation of the rules in the domain document: every store, every rule, no
 * index, no shared code. Small alphabets make stores, rules and URLs collide.
 */

interface Page {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
}

const label = fc.constantFrom('a', 'b', 'ab', 'www');
const anyHost = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => `${labels.join('.')}.test`);
const host = fc.oneof({ weight: 2, arbitrary: fc.constantFrom('a.test', 'b.a.test', 'www.b.a.test') }, anyHost);
const path = fc
  .array(fc.constantFrom('/', 'a', 'b', 'A', '?', '&', 'ab', '='), { maxLength: 6 })
  .map((pieces) => `/${pieces.join('')}`);
const page = fc.record({ scheme: fc.constantFrom('http://', 'https://'), host, path });

/** Pages with frequent collisions: the same pattern twice, one within another. */
const near = fc.constantFrom('a.test/', 'a.test/a', 'b.a.test/', 'b.a.test/a', 'www.a.test/ab?a');

const rule = fc.record({
  type: fc.constantFrom('allow' as const, 'block' as const),
  url: fc.option(
    fc.oneof(
      near,
      fc.tuple(host, path).map(([at, prefix]) => at + prefix),
    ),
  ),
  keyword: fc.option(fc.constantFrom('a', 'B', 'ab', 'ba', 'b/a', 'aa', 'test/a', 'http:', '?a', '')),
});

const store: fc.Arbitrary<MatchableStore> = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  storeGroupId: fc.integer({ min: 1, max: 2 }),
  hidden: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  active: fc.integer({ min: 0, max: 5 }).map((n) => n > 0),
  domains: fc.array(host, { maxLength: 3 }),
  rules: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 6, arbitrary: fc.array(rule, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(rule, { minLength: 70, maxLength: 90 }) },
  ),
});
const stores = fc.uniqueArray(store, { selector: ({ id }) => id, maxLength: 12 });

const options: fc.Arbitrary<MatchOptions> = fc.oneof(
  fc.record({ ignoreVisibility: fc.boolean() }, { requiredKeys: [] }),
  fc.record({ ignoreVisibility: fc.boolean(), storeGroupId: fc.integer({ min: 1, max: 2 }) }),
  fc.record(
    { ignoreVisibility: fc.boolean(), storeId: fc.integer({ min: 1, max: 12 }) },
    { requiredKeys: ['storeId'] },
  ),
);

function bare(name: string): string {
  return name.startsWith('www.') && name !== 'www.test' ? bare(name.slice(4)) : name;
}

function isAtOrBelow(name: string, domain: string): boolean {
  return name === bare(domain) || name.endsWith(`.${bare(domain)}`);
}

/** Case and repeated slashes of a path are insignificant; a query is compared exactly. */
function folded(place: string): string {
  const [path = '', ...query] = place.split('?');
  return [path.toLowerCase().replaceAll(/\/+/g, '/'), ...query].join('?');
}

type Rule = MatchableStore['rules'][number];

function covers({ url, keyword }: Rule, at: Page): boolean {
  if (!url && !keyword) return false;
  const slash = url?.indexOf('/') ?? 0;
  const urlHolds =
    !url || (isAtOrBelow(at.host, url.slice(0, slash)) && folded(at.path).startsWith(folded(url.slice(slash))));
  const whole = (at.scheme + at.host + at.path).toLowerCase();
  return urlHolds && (!keyword || whole.includes(keyword.toLowerCase()));
}

/** Returns [host length, path length] of the longest covering pattern; null when the store does not own the page. */
function fitNaively({ domains, rules }: MatchableStore, at: Page): 'blocked' | [number, number] | null {
  const patterns = domains.filter((domain) => isAtOrBelow(at.host, domain)).map((domain) => `${bare(domain)}/`);
  if (patterns.length === 0) return null;
  const real = rules.filter(({ url, keyword }) => url || keyword);
  const allows = real.filter(({ type }) => type === 'allow');
  const covering = allows.filter((each) => covers(each, at));
  if (allows.length > 0 && covering.length === 0) return null;
  if (real.some((each) => each.type === 'block' && covers(each, at))) return 'blocked';
  for (const { url } of covering) if (url) patterns.push(folded(bare(url)));
  const lengths = patterns.map((text): [number, number] => [text.indexOf('/'), text.length - text.indexOf('/')]);
  return lengths.sort((one, other) => other[0] - one[0] || other[1] - one[1])[0]!;
}

function matchNaively(all: readonly MatchableStore[], at: Page, given: MatchOptions) {
  const competing = all
    .filter((each) => each.active)
    .filter((each) => given.storeId === undefined || each.id === given.storeId)
    .filter((each) => given.storeGroupId === undefined || each.storeGroupId === given.storeGroupId);
  const fits = competing.map((each) => ({ ...each, fit: fitNaively(each, at) }));
  const owners = fits.filter(({ fit }) => fit !== null && fit !== 'blocked');
  const visible = owners.filter(({ hidden }) => !hidden || given.ignoreVisibility);
  const isBeaten = (one: (typeof fits)[number]) =>
    visible.some(({ fit }) => {
      const [oneHost, onePath] = one.fit as [number, number];
      const [otherHost, otherPath] = fit as [number, number];
      return otherHost > oneHost || (otherHost === oneHost && otherPath > onePath);
    });
  const storeIds = visible.filter((one) => !isBeaten(one)).map(({ id }) => id);
  storeIds.sort((one, other) => one - other);
  if (storeIds.length > 0)
    return { result: storeIds.length > 1 ? 'multiple_advertisers' : 'single_advertiser', storeIds };
  if (owners.length > 0) return { result: 'not_visible', storeIds };
  return { result: fits.some(({ fit }) => fit === 'blocked') ? 'blocked' : 'no_advertiser', storeIds };
}

function matchByIndex(index: StoreIndex, { scheme, host: name, path: rest }: Page, given: MatchOptions) {
  const { result, storeIds } = index.inspect(scheme + name + rest, given);
  return { result, storeIds };
}

test('Every inspection agrees with the naive implementation', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(stores, fc.array(page, { minLength: 1, maxLength: 8 }), options, (all, pages, given) => {
      const index = new StoreIndex();
      index.replaceAll(all);
      for (const at of pages) {
        const expected = matchNaively(all, at, given);
        seen.set(expected.result, (seen.get(expected.result) ?? 0) + 1);
        expect(matchByIndex(index, at, given)).toEqual(expected);
      }
    }),
    { numRuns: 1500 },
  );
  // Verifies that every result was generated, because the property says nothing about results that never occur.
  expect([...seen.keys()].sort()).toEqual([
    'blocked',
    'multiple_advertisers',
    'no_advertiser',
    'not_visible',
    'single_advertiser',
  ]);
});

test('Any sequence of changes yields the same index as building it at once', () => {
  const change = fc.oneof(
    { weight: 3, arbitrary: store.map((each) => ({ upsert: each, remove: null })) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map((id) => ({ upsert: null, remove: id })) },
  );
  fc.assert(
    fc.property(
      stores,
      fc.array(change, { maxLength: 20 }),
      fc.array(page, { minLength: 1 }),
      (first, changes, pages) => {
        const index = new StoreIndex();
        index.replaceAll(first);
        const left = new Map(first.map((each) => [each.id, each]));
        for (const { upsert, remove } of changes) {
          if (upsert === null) {
            index.remove(remove);
            left.delete(remove);
          } else {
            index.upsert(upsert);
            left.set(upsert.id, upsert);
          }
        }
        const rebuilt = new StoreIndex();
        rebuilt.replaceAll(left.values());
        expect(index.size).toBe(rebuilt.size);
        for (const at of pages) expect(matchByIndex(index, at, {})).toEqual(matchByIndex(rebuilt, at, {}));
      },
    ),
    { numRuns: 400 },
  );
});
