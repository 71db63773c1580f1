import type { LinkTarget } from './profile.ts';

/**
 * Remembers the profiles of recently clicked links by code. Two generations: what is asked for moves to the young one; when that
 * is full the old one is let go. At most `capacity` profiles, and a hit costs one or two Map look-ups.
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

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
