import { normaliseDomain } from '../../stores/urls/index.ts';
import type { Standing } from './precedence.ts';
import { type Cover, type RuleDeps, RuleSet } from './rule-set.ts';
import type { UrlProbe } from './url-probe.ts';

/** The data of a store that the index needs, as read from a row or received from another process. */
export interface MatchableStore {
  readonly id: number;
  readonly storeGroupId: number;
  /** Whether creators do not see the store. It wins only if visibility is ignored. */
  readonly hidden: boolean;
  /** A deactivated store matches nothing. */
  readonly active: boolean;
  /** A store that is not approved matches no URL either; its members see which URLs it would match. */
  readonly pending?: boolean;
  /** Domains as typed, or as returned by `normaliseDomain`. Texts that are not a host are ignored. */
  readonly domains: readonly string[];
  readonly rules: readonly UrlRule[];
}

export interface UrlRule extends RuleDeps {
  readonly type: 'allow' | 'block';
}

/** A store prepared for matching. */
export interface StoreEntry {
  readonly id: number;
  readonly storeGroupId: number;
  readonly hidden: boolean;
  readonly pending: boolean;
  /** Normalised domains without duplicates. */
  readonly domains: readonly string[];
  /** Null: everything below the domains is allowed. */
  readonly allow: RuleSet | null;
  readonly block: RuleSet | null;
}

/** The precision of a match between a pattern and a URL: the longer host is more precise, then the longer path. */
export interface Fit {
  readonly hostLength: number;
  readonly pathLength: number;
}

/** The relation of one store to one URL, and the rules that determine it. */
export interface Verdict {
  readonly standing: Standing;
  /** Fit of the longest pattern that covers the URL, among the matching domain and the allow rules. */
  readonly fit: Fit;
  readonly allowedBy: Cover | null;
  readonly blockedBy: Cover | null;
}

/** The path of every pattern, and of a domain, is at least `/`. */
const BARE_PATH_LENGTH = 1;

export function storeEntry(store: MatchableStore): StoreEntry {
  const { id, storeGroupId, hidden, pending = false, rules } = store;
  const domains = new Set(store.domains.map(normaliseDomain).filter((domain) => domain !== null));
  return {
    id,
    storeGroupId,
    hidden,
    pending,
    domains: [...domains],
    allow: RuleSet.of(rules.filter((rule) => rule.type === 'allow')),
    block: RuleSet.of(rules.filter((rule) => rule.type === 'block')),
  };
}

/**
 * Determines the standing of a store with a matching domain. A block rule applies only to URLs that the store would own
 * otherwise, so it has no effect outside of the allow-list.
 * @param domainLength length of the store's longest domain that is the URL's host or above it
 */
export function judge(entry: StoreEntry, probe: UrlProbe, domainLength: number, ignoreVisibility: boolean): Verdict {
  const allowedBy = entry.allow?.cover(probe) ?? null;
  const fit = closestFit({ hostLength: domainLength, pathLength: BARE_PATH_LENGTH }, allowedBy);
  if (entry.allow !== null && allowedBy === null) return { standing: 'not_allowed', fit, allowedBy, blockedBy: null };
  const blockedBy = entry.block?.cover(probe) ?? null;
  const owning = entry.hidden && !ignoreVisibility ? 'hidden_owner' : 'owner';
  return { standing: blockedBy === null ? owning : 'blocked', fit, allowedBy, blockedBy };
}

/** Returns a positive number when the first fits more closely, 0 when both fit equally. */
export function compareFit(one: Fit, other: Fit): number {
  return one.hostLength - other.hostLength || one.pathLength - other.pathLength;
}

function closestFit(byDomain: Fit, byRule: Fit | null): Fit {
  return byRule !== null && compareFit(byRule, byDomain) > 0 ? byRule : byDomain;
}
