const WINDOW = 1_024;

/** How long clicks were in the journal before they were counted: of the latest groups that were carried. */
export class LagWindow {
  readonly #ms = new Float64Array(WINDOW);
  #count = 0;

  add(ms: number): void {
    this.#ms[this.#count % WINDOW] = ms;
    this.#count += 1;
  }

  /** Milliseconds that 95 in 100 of them took less than; 0 when there were none. */
  p95(): number {
    const known = this.#ms.slice(0, Math.min(this.#count, WINDOW)).sort();
    return known[Math.floor(known.length * 0.95)] ?? 0;
  }
}
