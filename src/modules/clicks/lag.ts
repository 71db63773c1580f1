const WINDOW = 1_024;

/** The time from arrival to counting, for the most recently carried groups of clicks. */
export class LagWindow {
  readonly #ms = new Float64Array(WINDOW);
  #count = 0;

  add(ms: number): void {
    this.#ms[this.#count % WINDOW] = ms;
    this.#count += 1;
  }

  /** The 95th percentile in milliseconds; 0 without clicks. */
  p95(): number {
    const known = this.#ms.slice(0, Math.min(this.#count, WINDOW)).sort();
    return known[Math.floor(known.length * 0.95)] ?? 0;
  }
}
