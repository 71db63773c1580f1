import { type ProductUrl, parseProductUrl } from '../../stores/urls/index.ts';
import { type InspectionResult, type MatchResult, resultOf, type Standing } from './precedence.ts';
import type { Cover } from './rule-set.ts';
import { compareFit, type Fit, judge, type MatchableStore, type StoreEntry, storeEntry } from './store-entry.ts';
import { UrlProbe } from './url-probe.ts';

export interface MatchOptions {
  /** Whether hidden stores compete like any other store. */
  readonly ignoreVisibility?: boolean;
  /** Ids of stores that compete although they are hidden. */
  readonly shownStoreIds?: ReadonlySet<number>;
  /** Only stores of this market compete. */
  readonly storeGroupId?: number;
  /** Only this store competes: the caller has named the advertiser. */
  readonly storeId?: number;
}

export interface Match {
  readonly result: MatchResult;
  /** The winners, ascending; empty unless the result is `single_advertiser` or `multiple_advertisers`. */
  readonly storeIds: readonly number[];
  /** Stores that would own the URL if they were not hidden; absent when there are none. */
  readonly hiddenStoreIds?: readonly number[];
}

/** Either a matched URL, or a sentence for users that says why the text is not a URL. */
export type Inspection =
  | (Match & { readonly url: ProductUrl })
  | { readonly result: 'invalid_url'; readonly storeIds: readonly []; readonly reason: string };

/** The reason why a store does or does not own a URL, regardless of other stores. */
export interface Explanation {
  readonly result: InspectionResult;
  /** The store's longest domain that is the URL's host or above it. */
  readonly domain: string | null;
  /** The allow rule that covers the URL; null without an allow-list, or when no rule covers it. */
  readonly allowedBy: Cover | null;
  readonly blockedBy: Cover | null;
}

/**
 * An in-memory index of the stores that own a product URL (docs/domain.md, "Which URLs can earn").
 *
 * A store owns a URL when the host is one of its domains or below one, when one of its allow rules covers the URL (if it has
 * any), and when no block rule does. Of several owners, the one with the longest covering pattern wins: the longer host among
 * domain and allow rules, then the longer path. A match looks up the host of the URL and each parent host once, and checks the
 * stores found there. Its time grows with the number of stores that share the domain and with the logarithm of the number of
 * their rules.
 */
export class StoreIndex {
  #entries = new Map<number, StoreEntry>();
  #byDomain = new Map<string, StoreEntry[]>();

  /** Number of stores in the index: the active ones. */
  get size(): number {
    return this.#entries.size;
  }

  /** Adds a store, or replaces the one with its id. The next `match` uses it. */
  upsert(store: MatchableStore): void {
    // The entry is created first. If that throws, the index is unchanged.
    const entry = store.active ? storeEntry(store) : null;
    this.remove(store.id);
    if (entry === null) return;
    this.#entries.set(entry.id, entry);
    for (const domain of entry.domains) {
      const others = this.#byDomain.get(domain);
      if (others === undefined) this.#byDomain.set(domain, [entry]);
      else others.push(entry);
    }
  }

  /** Removes a store; a missing one is not an error. */
  remove(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    for (const domain of entry.domains) {
      const left = this.#byDomain.get(domain)!.filter((other) => other !== entry);
      if (left.length === 0) this.#byDomain.delete(domain);
      else this.#byDomain.set(domain, left);
    }
  }

  /** Replaces the whole content, all or nothing. If several stores have the same id, the last one counts. */
  replaceAll(stores: Iterable<MatchableStore>): void {
    const next = new StoreIndex();
    for (const store of stores) next.upsert(store);
    this.#entries = next.#entries;
    this.#byDomain = next.#byDomain;
  }

  /**
   * Returns the stores that own the URL, among those that the options permit. PRECEDENCE defines which result is reported first.
   */
  match(url: ProductUrl, options: MatchOptions = {}): Match {
    const probe = new UrlProbe(url);
    const standings: Standing[] = [];
    const hiddenStoreIds: number[] = [];
    let winners: number[] = [];
    let best: Fit | null = null;
    for (const { entry, domainLength } of this.#competitors(probe, options)) {
      const isVisible = options.ignoreVisibility === true || options.shownStoreIds?.has(entry.id) === true;
      const { standing, fit } = judge(entry, probe, domainLength, isVisible);
      standings.push(standing);
      if (standing === 'hidden_owner') hiddenStoreIds.push(entry.id);
      if (standing !== 'owner') continue;
      const closer: number = best === null ? 1 : compareFit(fit, best);
      if (closer > 0) {
        best = fit;
        winners = [entry.id];
      } else if (closer === 0) winners.push(entry.id);
    }
    const match = { result: resultOf(standings, winners.length), storeIds: winners.sort((a, b) => a - b) };
    return hiddenStoreIds.length === 0 ? match : { ...match, hiddenStoreIds };
  }

  /** Reads a text as a product URL and matches it. */
  inspect(text: string, options: MatchOptions = {}): Inspection {
    const parsed = parseProductUrl(text);
    if (!parsed.ok) return { result: 'invalid_url', storeIds: [], reason: parsed.reason };
    return { ...this.match(parsed.url, options), url: parsed.url };
  }

  /** The decision about one store, as if it were the only one; null when there is no such active store. */
  explain(url: ProductUrl, storeId: number): Explanation | null {
    const entry = this.#entries.get(storeId);
    if (entry === undefined) return null;
    const probe = new UrlProbe(url);
    const domains = new Set(entry.domains);
    const domain = probe.hostOffsets.map((offset) => probe.host.slice(offset)).find((host) => domains.has(host));
    if (domain === undefined) return { result: 'no_advertiser', domain: null, allowedBy: null, blockedBy: null };
    const { standing, allowedBy, blockedBy } = judge(entry, probe, domain.length, false);
    return { result: resultOf([standing], 1), domain, allowedBy, blockedBy };
  }

  /** The stores with a domain that is the host or a parent of it, each with the length of the longest such domain. */
  #competitors(probe: UrlProbe, options: MatchOptions): Competitor[] {
    const found: Competitor[] = [];
    // In almost all cases only one host has stores, and then no store occurs twice.
    let seen: Set<StoreEntry> | null = null;
    for (const offset of probe.hostOffsets) {
      const entries = this.#byDomain.get(probe.host.slice(offset));
      if (entries === undefined) continue;
      if (found.length > 0) seen ??= new Set(found.map(({ entry }) => entry));
      for (const entry of entries) {
        if (!mayCompete(entry, options) || seen?.has(entry)) continue;
        seen?.add(entry);
        found.push({ entry, domainLength: probe.host.length - offset });
      }
    }
    return found;
  }
}

interface Competitor {
  readonly entry: StoreEntry;
  readonly domainLength: number;
}

function mayCompete(entry: StoreEntry, { storeId, storeGroupId }: MatchOptions): boolean {
  return (
    !entry.pending &&
    (storeId === undefined || entry.id === storeId) &&
    (storeGroupId === undefined || entry.storeGroupId === storeGroupId)
  );
}
