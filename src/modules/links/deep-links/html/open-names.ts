/** Elements without an end tag. */
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** Elements that are closed by a following sibling of the same name. */
const ENDED_BY_THE_NEXT = new Set('a button dd dt li nobr optgroup option p tbody td tfoot th thead tr'.split(' '));

/** The names of the open HTML elements, innermost last. */
export class OpenNames {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Processes a start tag. */
  start(name: string): void {
    if (VOID.has(name)) return;
    if (ENDED_BY_THE_NEXT.has(name) && this.#names.at(-1) === name) return;
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Processes an end tag, which also closes all inner elements. @returns whether such an element was open */
  end(name: string): boolean {
    if ((this.#counts.get(name) ?? 0) === 0) return false;
    for (;;) {
      const ended = this.#names.pop()!;
      this.#counts.set(ended, this.#counts.get(ended)! - 1);
      if (ended === name) return true;
    }
  }
}
