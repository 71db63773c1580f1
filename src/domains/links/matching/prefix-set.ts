/**
 * A fixed set of strings that answers which of them a text begins with.
 *
 * Sorted array and binary search: one string reference for each member and nothing else where no member is a prefix of
 * another, which is what lets a million rules stay in memory. A search costs O(text + log members) comparisons of
 * characters on any ordinary set, and never more than O(text × log members).
 */
export class PrefixSet {
  readonly #members: readonly string[];
  /** For each member the index of the longest other member that it begins with, or -1; null when there is none at all. */
  readonly #parents: readonly number[] | null;

  /** @param members in any order, doubles allowed; the empty string is a prefix of everything */
  constructor(members: Iterable<string>) {
    this.#members = [...new Set(members)].sort();
    this.#parents = parentsOf(this.#members);
  }

  get size(): number {
    return this.#members.length;
  }

  /** @param index as `longest` or `shorter` returned it */
  at(index: number): string {
    return this.#members[index]!;
  }

  /**
   * The longest member that `text`, read from `from` on, begins with.
   * @returns its index in the order of code units, or -1
   */
  longest(text: string, from = 0): number {
    // The invariant: members up to `low` are ≤ the text, members from `high` on are greater, and `lowShared` and
    // `highShared` count the characters that those two share with it; everything between shares the fewer of these.
    let low = -1;
    let high = this.#members.length;
    let lowShared = 0;
    let highShared = 0;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      const member = this.#members[middle]!;
      const shared = sharedLength(member, text, from, Math.min(lowShared, highShared));
      // Past its end a string gives NaN, and NaN < x is false: a text that ends first is the lesser one, as it should be.
      if (shared === member.length || member.charCodeAt(shared) < text.charCodeAt(from + shared)) {
        low = middle;
        lowShared = shared;
      } else {
        high = middle;
        highShared = shared;
      }
    }
    // Whatever the text begins with is ≤ the text, so the greatest such member begins with it too: it is an ancestor.
    let candidate = low;
    while (candidate >= 0 && this.at(candidate).length > lowShared) candidate = this.shorter(candidate);
    return candidate;
  }

  /** The next shorter member that the member at `index` begins with: its index, or -1. */
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

/** In sorted order the members that begin with one another are nested like brackets, so one stack finds all parents. */
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
