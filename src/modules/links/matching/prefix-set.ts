/**
 * A fixed set of strings that returns which of them are prefixes of a text.
 *
 * Uses a sorted array and binary search. It stores one string reference per member, and nothing else when no member
 * is a prefix of another, so a million rules fit in memory. A search compares O(text + log members) characters on
 * ordinary sets, and never more than O(text × log members).
 */
export class PrefixSet {
  readonly #members: readonly string[];
  /** For each member the index of its longest proper prefix in the set, or -1; null when no member has one. */
  readonly #parents: readonly number[] | null;

  /** @param members in any order, possibly with duplicates; the empty string is a prefix of everything */
  constructor(members: Iterable<string>) {
    this.#members = [...new Set(members)].sort();
    this.#parents = parentsOf(this.#members);
  }

  get size(): number {
    return this.#members.length;
  }

  /** @param index as returned by `longest` or `shorter` */
  at(index: number): string {
    return this.#members[index]!;
  }

  /**
   * Finds the longest member that is a prefix of `text` from offset `from` on.
   * @returns its index in code unit order, or -1
   */
  longest(text: string, from = 0): number {
    // Invariant: members up to `low` are ≤ the text, members from `high` on are greater. `lowShared` and `highShared`
    // count the characters that these two share with the text, and all members in between share at least the smaller
    // number.
    let low = -1;
    let high = this.#members.length;
    let lowShared = 0;
    let highShared = 0;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      const member = this.#members[middle]!;
      const shared = sharedLength(member, text, from, Math.min(lowShared, highShared));
      // charCodeAt returns NaN beyond the end, and NaN < x is false. A text that ends first is therefore the smaller
      // one, as required.
      if (shared === member.length || member.charCodeAt(shared) < text.charCodeAt(from + shared)) {
        low = middle;
        lowShared = shared;
      } else {
        high = middle;
        highShared = shared;
      }
    }
    // All prefixes of the text are ≤ the text, and the greatest of them begins with all others, so the result is an
    // ancestor of this member.
    let candidate = low;
    while (candidate >= 0 && this.at(candidate).length > lowShared) candidate = this.shorter(candidate);
    return candidate;
  }

  /** Returns the index of the next shorter member that is a prefix of the member at `index`, or -1. */
  shorter(index: number): number {
    return this.#parents === null ? -1 : this.#parents[index]!;
  }
}

function sharedLength(member: string, text: string, from: number, known: number): number {
  const end = Math.min(member.length, text.length - from);
  let shared = known;
  while (shared < end && member.charCodeAt(shared) === text.charCodeAt(from + shared)) shared += 1;
  return shared;
}

/** In sorted order, members that are prefixes of others are nested, so one stack finds all parents. */
function parentsOf(sorted: readonly string[]): readonly number[] | null {
  const parents: number[] = [];
  let current = -1;
  let nested = false;
  for (const [index, member] of sorted.entries()) {
    while (current >= 0 && !member.startsWith(sorted[current]!)) current = parents[current]!;
    nested ||= current >= 0;
    parents.push(current);
    current = index;
  }
  return nested ? parents : null;
}
