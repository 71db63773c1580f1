import { foldPath, normaliseRuleUrl } from '../../stores/urls/index.ts';
import { KeywordSet, normaliseKeyword } from './keyword-set.ts';
import { PrefixSet } from './prefix-set.ts';
import type { UrlProbe } from './url-probe.ts';

/** The parts of a URL rule. A rule covers a URL when all of its parts match. */
export interface RuleDeps {
  /** A host with an optional path and query prefix, as typed or as returned by `normaliseRuleUrl`. */
  readonly url: string | null;
  /** Text anywhere in the URL, in any case. */
  readonly keyword: string | null;
}

/** The covering rule, with its parts in normal form. The pattern has its original letter case. */
export interface Cover {
  readonly pattern: string | null;
  readonly keyword: string | null;
  /** Length of the pattern's host; 0 for a rule with a keyword only. */
  readonly hostLength: number;
  /** Length of the pattern's path and query. */
  readonly pathLength: number;
}

/** The allow rules or the block rules of one store. */
export class RuleSet {
  readonly #patterns: PrefixSet;
  /** For each pattern, the keywords (one must occur), or null when the pattern suffices; null: every pattern suffices. */
  readonly #conditions: readonly (KeywordSet | null)[] | null;
  readonly #keywords: KeywordSet | null;
  /** The original pattern of a rule by `wordingKey`, where folding has changed it. */
  readonly #written: ReadonlyMap<string, string>;

  private constructor(rules: SortedRules) {
    this.#patterns = new PrefixSet(rules.byPattern.keys());
    this.#keywords = rules.keywords.size === 0 ? null : new KeywordSet(rules.keywords);
    this.#conditions = conditionsOf(this.#patterns, rules.byPattern);
    this.#written = rules.written;
  }

  /**
   * Ignores rules without any part. A rule with an invalid url covers nothing, but still counts: a typo in an
   * allow-list must not allow the whole store.
   * @returns null when there is no rule
   */
  static of(rules: readonly RuleDeps[]): RuleSet | null {
    const sorted = sortRules(rules);
    return sorted === null ? null : new RuleSet(sorted);
  }

  /**
   * Returns the rule with the most specific url that covers the URL (longest host, then longest path), or null.
   * Time: one search per parent host of the URL, and one keyword search per covering pattern that requires one.
   */
  cover(probe: UrlProbe): Cover | null {
    if (this.#patterns.size > 0) {
      for (const offset of probe.hostOffsets) {
        let index = this.#patterns.longest(probe.comparable, offset);
        for (; index >= 0; index = this.#patterns.shorter(index)) {
          const condition = this.#conditions?.[index] ?? null;
          const keyword = condition === null ? null : condition.find(probe.forms);
          if (condition === null || keyword !== null) return this.#coverAt(index, keyword, probe.host.length - offset);
        }
      }
    }
    const keyword = this.#keywords === null ? null : this.#keywords.find(probe.forms);
    return keyword === null ? null : { pattern: null, keyword, hostLength: 0, pathLength: 0 };
  }

  #coverAt(index: number, keyword: string | null, hostLength: number): Cover {
    const folded = this.#patterns.at(index);
    const pattern = this.#written.get(wordingKey(folded, keyword)) ?? folded;
    return { pattern, keyword, hostLength, pathLength: folded.length - hostLength };
  }
}

const wordingKey = (folded: string, keyword: string | null) => `${folded}\n${keyword ?? ''}`;

interface SortedRules {
  /** By folded pattern. Null if the pattern needs no keyword. */
  readonly byPattern: Map<string, Set<string> | null>;
  readonly keywords: Set<string>;
  readonly written: Map<string, string>;
}

function sortRules(rules: readonly RuleDeps[]): SortedRules | null {
  const byPattern = new Map<string, Set<string> | null>();
  const keywords = new Set<string>();
  const written = new Map<string, string>();
  let counted = 0;
  for (const rule of rules) {
    const keyword = normaliseKeyword(rule.keyword);
    const hasUrl = rule.url !== null && rule.url.trim() !== '';
    if (!hasUrl && keyword === null) continue;
    counted += 1;
    if (!hasUrl) {
      keywords.add(keyword!);
      continue;
    }
    const pattern = normaliseRuleUrl(rule.url!);
    if (pattern === null) continue;
    const folded = foldPath(pattern);
    addCondition(byPattern, folded, keyword);
    if (folded !== pattern) written.set(wordingKey(folded, keyword), pattern);
  }
  return counted === 0 ? null : { byPattern, keywords, written };
}

function addCondition(byPattern: Map<string, Set<string> | null>, pattern: string, keyword: string | null): void {
  const known = byPattern.get(pattern);
  if (keyword === null) byPattern.set(pattern, null);
  else if (known === undefined) byPattern.set(pattern, new Set([keyword]));
  else known?.add(keyword);
}

function conditionsOf(
  patterns: PrefixSet,
  byPattern: ReadonlyMap<string, Set<string> | null>,
): (KeywordSet | null)[] | null {
  if (![...byPattern.values()].some((keywords) => keywords !== null)) return null;
  return Array.from({ length: patterns.size }, (_, index) => {
    const keywords = byPattern.get(patterns.at(index)) ?? null;
    return keywords === null ? null : new KeywordSet(keywords);
  });
}
