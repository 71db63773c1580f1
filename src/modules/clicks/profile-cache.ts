import type { LinkTarget } from './profile.ts';

/**
 * A cache of the profiles of recently clicked links, by code. It has two generations: a requested profile moves to the young one;
 * when that is full, the old one is discarded. It holds at most `capacity` profiles, and a hit costs one or two Map look-ups.
 */
export class ProfileCache<P extends LinkTarget> {
  readonly #half: number;
  #young = new Map<string, P>();
  #old = new Map<string, P>();

  constructor(capacity: number) {
    this.#half = Math.max(1, Math.floor(capacity / 2));
  }

  get(code: string): P | undefined {
    const young = this.#young.get(code);
    if (young !== undefined) return young;
    const old = this.#old.get(code);
    if (old !== undefined) this.set(old);
    return old;
  }

  set(profile: P): void {
    if (this.#young.size >= this.#half) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(profile.code, profile);
  }

  delete(code: string): void {
    this.#young.delete(code);
    this.#old.delete(code);
  }

  clear(): void {
    if (this.size === 0) return;
    this.#young = new Map();
    this.#old = new Map();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
