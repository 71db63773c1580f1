import { pathToFileURL } from 'node:url';
import type { MatchableStore, UrlRule } from '../src/modules/links/matching/store-entry.ts';
import { StoreIndex } from '../src/modules/links/matching/store-index.ts';

const STORES = 100_000;
const RULES_PER_STORE = 10;
const URLS = 50_000;
const ROUNDS = 7;

/** A worst case, with the time of one inspection. */
export interface WorstCase {
  readonly name: string;
  readonly microsecondsEach: number;
}

export interface InspectionFigures {
  readonly stores: number;
  readonly rules: number;
  /** Complete inspections including parsing; the median of interleaved rounds. */
  readonly inspectionsPerSecond: number;
  /** The baseline: a Map look-up of the parsed host. */
  readonly mapLookUpsPerSecond: number;
  /** The cost of parsing alone: `new URL(text).hostname` and the look-up. */
  readonly urlAndMapPerSecond: number;
  readonly ratioToMap: number;
  readonly ratioToUrlAndMap: number;
  readonly loadSeconds: number;
  readonly rssBeforeMiB: number;
  readonly rssAfterLoadMiB: number;
  /** After all inspections and upserts. */
  readonly rssInUseMiB: number;
  /** The maximum up to and including a second `replaceAll`, which briefly holds both contents. */
  readonly rssPeakMiB: number;
  /** Median time of one upsert and the match that sees it. */
  readonly upsertVisibleMicroseconds: number;
  /** The same for a single store with 100,000 rules. */
  readonly bigUpsertVisibleMilliseconds: number;
  readonly results: Readonly<Record<string, number>>;
  readonly worstCases: readonly WorstCase[];
}

const TOP_LEVELS = ['se', 'com', 'de', 'co.uk', 'fr', 'no', 'shop', 'nl'];
const DEPARTMENTS = ['women', 'men', 'kids', 'sale', 'outlet', 'home', 'sport', 'beauty', 'new', 'brands'];

function hostOf(store: number): string {
  return `store-${store}.${TOP_LEVELS[store % TOP_LEVELS.length]}`;
}

function rulesOf(store: number): UrlRule[] {
  return Array.from({ length: RULES_PER_STORE }, (_, n): UrlRule => {
    const url = `${hostOf(store)}/${DEPARTMENTS[n]}/${(store * 31 + n * 7) % 997}`;
    // One store in four keeps an allow-list; a tenth of all rules has a keyword, alone or with a url.
    if (n === 9) return { type: 'block', url: store % 2 ? null : url, keyword: `gift-card-${store % 50}` };
    return { type: store % 4 === 0 && n < 6 ? 'allow' : 'block', url, keyword: null };
  });
}

function storeAt(store: number): MatchableStore {
  const domains = store % 10 === 0 ? [hostOf(store), `shop.store-${store}.example`] : [hostOf(store)];
  return {
    id: store,
    storeGroupId: store % 12,
    hidden: store % 50 === 0,
    active: true,
    domains,
    rules: rulesOf(store),
  };
}

function* manyStores(count: number): Generator<MatchableStore> {
  for (let store = 1; store <= count; store += 1) yield storeAt(store);
}

/** Pasted URLs with tracking parameters, upper case, subdomains and escapes. One in ten belongs to an unknown store. */
function pastedUrls(count: number, stores: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const store = 1 + ((n * 7919) % stores);
    const department = DEPARTMENTS[n % DEPARTMENTS.length]!;
    const path = `/${department}/${n % 3 === 0 ? (store * 31 + (n % 10) * 7) % 997 : n}/product-${n}.html`;
    const host = n % 10 === 9 ? `unknown-${n}.com` : hostOf(store);
    const shape = n % 5;
    if (shape === 0) return `https://www.${host}${path}?utm_source=newsletter&utm_medium=email&gclid=Cj0KCQ${n}`;
    if (shape === 1) return `HTTPS://${host.toUpperCase()}${path}#reviews`;
    if (shape === 2) return `https://m.eu.${host}${path}?color=bl%C3%A5&size=m`;
    return shape === 3 ? `${host}${path}` : `http://${host}:80${path}?ref=${n}`;
  });
}

function perSecond(items: number, work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return (items * 1e9) / Number(process.hrtime.bigint() - start);
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

function rssMiB(): number {
  return Math.round(process.memoryUsage().rss / 2 ** 20);
}

function measureRates(index: StoreIndex, urls: string[], stores: number) {
  const hosts = urls.map((text) => new URL(/^https?:/i.test(text) ? text : `https://${text}`).hostname);
  const floor = new Map(Array.from({ length: stores }, (_, n) => [hostOf(n + 1), n + 1]));
  const rates = { inspect: [] as number[], map: [] as number[], urlAndMap: [] as number[] };
  const results: Record<string, number> = {};
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.map.push(
      perSecond(urls.length, () => {
        for (const host of hosts) if (floor.has(host)) found += 1;
      }),
    );
    rates.urlAndMap.push(
      perSecond(urls.length, () => {
        for (const text of urls) if (URL.canParse(text) && floor.has(new URL(text).hostname)) found += 1;
      }),
    );
    rates.inspect.push(
      perSecond(urls.length, () => {
        for (const text of urls) {
          const { result } = index.inspect(text);
          results[result] = (results[result] ?? 0) + 1;
        }
      }),
    );
  }
  if (found === 0) throw new Error('The floor found nothing, so it measured nothing.');
  return { inspect: median(rates.inspect), map: median(rates.map), urlAndMap: median(rates.urlAndMap), results };
}

function measureUpsert(index: StoreIndex, stores: number): number {
  const times = Array.from({ length: 1000 }, (_, n) => {
    const store = storeAt(1 + ((n * 613) % stores));
    const closed: MatchableStore = { ...store, rules: [{ type: 'block', url: hostOf(store.id), keyword: null }] };
    const start = process.hrtime.bigint();
    index.upsert(closed);
    const { result } = index.inspect(`https://${hostOf(store.id)}/x`);
    const elapsed = Number(process.hrtime.bigint() - start) / 1000;
    if (result !== 'blocked') throw new Error(`The upsert was not seen: ${result}`);
    index.upsert(store);
    return elapsed;
  });
  return median(times);
}

function measureBigUpsert(): number {
  const index = new StoreIndex();
  const store = oneStore(blocks(100_000, (n) => ({ url: `big.se/p/${(n * 7919) % 100_000}` })));
  const start = process.hrtime.bigint();
  index.upsert(store);
  const { result } = index.inspect('https://big.se/p/1');
  if (result !== 'blocked') throw new Error(`The upsert was not seen: ${result}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function oneStore(rules: UrlRule[], domain = 'big.se'): MatchableStore {
  return { id: 1, storeGroupId: 1, hidden: false, active: true, domains: [domain], rules };
}

function blocks(count: number, rule: (n: number) => Partial<UrlRule>): UrlRule[] {
  return Array.from({ length: count }, (_, n): UrlRule => ({ type: 'block', url: null, keyword: null, ...rule(n) }));
}

function worstCases(): WorstCase[] {
  const longPath = 'a'.repeat(4000);
  const deepHost = `${'a.'.repeat(100)}big.se`;
  const long = `https://big.se/${longPath}`;
  const cases: [string, MatchableStore[], string][] = [
    ['a store with 100,000 url rules', [oneStore(blocks(100_000, (n) => ({ url: `big.se/p/${n}` })))], 'big.se/p/x'],
    ['100,000 keywords, a URL of 80 characters', [oneStore(keywords(100_000))], `big.se/${'x'.repeat(70)}`],
    ['100,000 keywords, a URL of 4 KB', [oneStore(keywords(100_000))], long],
    ['100,000 keywords a…ab, a URL of 4 KB of a', [oneStore(almost(100_000))], long],
    ['64 keywords of 200 characters a…ab, a URL of 4 KB of a', [oneStore(almost(64))], long],
    ['2,000 nested url rules, each with a keyword that is missing', [oneStore(nested(2000))], long],
    ['a host of 102 labels and a URL of 4 KB', [oneStore(nested(2000))], `https://${deepHost}/${longPath.slice(250)}`],
    ['a domain of 1,000 stores with 10 rules each', shared(1000), 'https://big.se/sale/x'],
    ['a URL of 4 KB of escapes, two keywords', [oneStore(keywords(2))], `https://big.se/${'%C3%A5'.repeat(670)}`],
  ];
  return cases.map(([name, stores, text]) => {
    const index = new StoreIndex();
    index.replaceAll(stores);
    if (index.inspect(text).result === 'invalid_url') throw new Error(`${name}: not a URL`);
    const rate = median(Array.from({ length: 5 }, () => perSecond(20, () => repeat(20, () => index.inspect(text)))));
    return { name, microsecondsEach: Math.round(1e6 / rate) };
  });
}

function repeat(times: number, work: () => void): void {
  for (let n = 0; n < times; n += 1) work();
}

// Each of the following makes the rules, or the stores, of one worst case.
const keywords = (count: number) => blocks(count, (n) => ({ keyword: `keyword-${n}` }));
const almost = (count: number) => blocks(count, (n) => ({ keyword: `${'a'.repeat(200 - (n % 7))}b${n}` }));
const nested = (count: number) =>
  blocks(count, (n) => ({ url: `big.se/${'a'.repeat(n % 2000)}`, keyword: `aaaaaaaab${n}` }));
const shared = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...oneStore(blocks(10, (m) => ({ url: `big.se/${n}/${m}` }))), id: n }));

/** Builds the index of goals.md ("URL inspection") and measures it; takes about half a minute. */
export function runInspectionBench(stores = STORES): InspectionFigures {
  const rssBeforeMiB = rssMiB();
  const index = new StoreIndex();
  const loadSeconds = stores / perSecond(stores, () => index.replaceAll(manyStores(stores)));
  const rssAfterLoadMiB = rssMiB();
  const rates = measureRates(index, pastedUrls(URLS, stores), stores);
  const upsertVisibleMicroseconds = measureUpsert(index, stores);
  const rssInUseMiB = rssMiB();
  index.replaceAll(manyStores(stores));
  const rssPeakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  return {
    stores: index.size,
    rules: stores * RULES_PER_STORE,
    inspectionsPerSecond: Math.round(rates.inspect),
    mapLookUpsPerSecond: Math.round(rates.map),
    urlAndMapPerSecond: Math.round(rates.urlAndMap),
    ratioToMap: rates.inspect / rates.map,
    ratioToUrlAndMap: rates.inspect / rates.urlAndMap,
    loadSeconds,
    rssBeforeMiB,
    rssAfterLoadMiB,
    rssInUseMiB,
    rssPeakMiB,
    upsertVisibleMicroseconds,
    bigUpsertVisibleMilliseconds: measureBigUpsert(),
    results: rates.results,
    worstCases: worstCases(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(JSON.stringify(runInspectionBench(), null, 2));
}
