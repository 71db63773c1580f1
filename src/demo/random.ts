/** Chance that falls the same way every time: the demo is the same market on every machine. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1), by Mulberry32: small, and good enough where nobody gains by guessing. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** One of the items; there must be one. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** The place of one of the weights, each as likely as it is heavy. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    const place = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    return place < 0 ? weights.length - 1 : place;
  }

  /** How many of something that happens `mean` times on average (Knuth's method, for small means). */
  count(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }
}
