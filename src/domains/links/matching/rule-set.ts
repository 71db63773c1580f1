import { foldPath, normaliseRuleUrl } from '../../stores/urls/index.ts';
import { KeywordSet, normaliseKeyword } from './keyword-set.ts';
import { PrefixSet } from './prefix-set.ts';
import type { UrlProbe } from './url-probe.ts';

/** The parts of a URL rule; a rule covers a URL when every part it has does. */
export interface RuleParts {
  /** A host with an optional path and query prefix, as typed or as `normaliseRuleUrl` gives it. */
  readonly url: string | null;
  /** Text anywhere in the URL, in any case. */
  readonly keyword: string | null;
}

/** Which rule covered, in the normal forms of its parts; the pattern as the rule has it, not folded. */
export interface Cover {
  readonly pattern: string | null;
  readonly keyword: string | null;
  /** Length of the pattern's host; 0 for a rule of a keyword alone, which says nothing about where. */
  readonly hostLength: number;
  /** Length of the pattern's path and query. */
  readonly pathLength: number;
}

/** The allow rules or the block rules of one store. */
export class RuleSet {
  readonly #patterns: PrefixSet;
  /** For each pattern the keywords of which one must occur, or null where the pattern is enough; null: always enough. */
  readonly #conditions: readonly (KeywordSet | null)[] | null;
  readonly #keywords: KeywordSet | null;
  /** The pattern of a rule as it is written, by `wordingKey`, where folding has changed it. */
  readonly #written: ReadonlyMap<string, string>;

  private constructor(rules: SortedRules) {
    this.#patterns = new PrefixSet(rules.byPattern.keys());
    this.#keywords = rules.keywords.size === 0 ? null : new KeywordSet(rules.keywords);
    this.#conditions = conditionsOf(this.#patterns, rules.byPattern);
    this.#written = rules.written;
  }

  /**
   * A rule without any part is no rule. One whose url is none covers nothing, yet counts: an allow-list with a slip in it
   * must not open the whole shop.
   * @returns null when there is no rule
   */
  static of(rules: readonly RuleParts[]): RuleSet | null {
    const sorted = sortRules(rules);
    return sorted === null ? null : new RuleSet(sorted);
  }

  /**
   * The rule with the most specific url that covers the URL (longest host, then longest path), or null. Time: one search
   * for each host above the URL's, and one look for keywords for each covering pattern that asks for some.
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
  /** By folded pattern. Null: the pattern needs no keyword. */
  readonly byPattern: Map<string, Set<string> | null>;
  readonly keywords: Set<string>;
  readonly written: Map<string, string>;
}

function sortRules(rules: readonly RuleParts[]): SortedRules | null {
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
