import type pg from 'pg';
import { PageRules } from '../links/index.ts';
import { loadProfiles } from './load-profiles.ts';
import type { LinkProfile } from './profile.ts';
import { ProfileCache } from './profile-cache.ts';
import { readSlugs, SlugCodes } from './slugs.ts';

/** Clicks that are currently being recorded are never older than this, even with inaccurate clocks. */
const RECENT_MS = 60 * 60_000;
/** Maximum number of changed scopes that are stored individually. Beyond it, all profiles read before count as outdated. */
const MAX_CHANGES = 50_000;

/**
 * A cache of the profiles of links, with the position up to which changes of their terms have been followed. Look-ups that arrive
 * during a query share the next one, so that a burst on new links costs a few queries instead of one for each click.
 *
 * Changes are followed by snapshot: the database records which transaction last changed the terms of a store, user, agency or
 * tier, and a batch names the snapshot up to which this process knows them. `follow` advances the snapshot and reports outdated
 * profiles.
 */
export class Profiles {
  readonly #database: pg.Pool;
  readonly #capacity: number;
  #cache: ProfileCache<LinkProfile>;
  readonly #pages = new PageRules();
  /** Codes by slug as it was requested. A slug never moves to another link, so nothing here becomes outdated. */
  readonly #codes = new SlugCodes();
  #waiting = new Map<string, ((profile: LinkProfile | null, error?: unknown) => void)[]>();
  #loading = false;
  #seen: string | null = null;
  /** The number of times that changes have been followed. A profile remembers the number at its read. */
  #followed = 1;
  #changedAt = new Map<string, number>();
  #forgottenBefore = 0;
  #following: Promise<void> | null = null;

  constructor(database: pg.Pool, capacity: number) {
    this.#database = database;
    this.#capacity = capacity;
    this.#cache = new ProfileCache(capacity);
  }

  /** The snapshot up to which changes of terms have been followed. */
  async seen(): Promise<string> {
    if (this.#seen === null) await this.follow();
    return this.#seen!;
  }

  /** Reads the changes of terms since the last call. Profiles that were read before a change are outdated from then on. */
  follow(): Promise<void> {
    this.#following ??= this.#follow().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #follow(): Promise<void> {
    const { rows } = await this.#database.query<{ seen: string; changed: string[] | null }>(
      'SELECT pg_current_snapshot()::text AS seen, terms_changed_since(coalesce($1::pg_snapshot, pg_current_snapshot())) AS changed',
      [this.#seen],
    );
    this.#followed += 1;
    for (const scope of rows[0]!.changed ?? []) this.#changedAt.set(scope, this.#followed);
    this.#seen = rows[0]!.seen;
    if (this.#changedAt.size <= MAX_CHANGES) return;
    this.#forgottenBefore = this.#followed;
    this.#changedAt.clear();
    this.#cache = new ProfileCache(this.#capacity);
  }

  /** True when the terms of a profile have been changed since it was read, as far as changes have been followed. */
  isOutdated(profile: LinkProfile): boolean {
    if (profile.followed === this.#followed) return false;
    if (profile.followed < this.#forgottenBefore) return true;
    return profile.scopes.some((scope) => (this.#changedAt.get(scope) ?? 0) > profile.followed);
  }

  /**
   * Returns the cached profile of a code or slug, even if it is outdated, because the page of a link never changes, and its expiry and the passed
   * parameters may follow a click later. Undefined if it must be looked up.
   */
  recall(code: string): LinkProfile | undefined {
    const known = this.#cache.get(code);
    if (known !== undefined) return known;
    const named = this.#codes.get(code);
    return named === undefined ? undefined : this.#cache.get(named);
  }

  /**
   * The profile of a code or slug; null when the link does not exist.
   * @throws when the database cannot be reached
   */
  find(code: string): Promise<LinkProfile | null> {
    const known = this.recall(code);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const settle = (profile: LinkProfile | null, error?: unknown) => (error ? reject(error) : resolve(profile));
      const others = this.#waiting.get(code);
      if (others) others.push(settle);
      else this.#waiting.set(code, [settle]);
      if (!this.#loading) void this.#loadWaiting();
    });
  }

  /**
   * Reads profiles again, ignoring the cache, with the campaigns that applied at `sinceMs` or later, and always those of the last
   * hour: the profiles are cached, and the next click to be priced may have arrived earlier. Codes that no longer exist are
   * missing from the result.
   */
  async reload(codes: readonly string[], sinceMs = Number.POSITIVE_INFINITY): Promise<Map<string, LinkProfile>> {
    await this.seen();
    // The number is taken before the profile is read, so that a change in the meantime makes the profile outdated.
    const followed = this.#followed;
    const profiles = await loadProfiles(this.#database, codes, {
      sinceMs: Math.min(sinceMs, Date.now() - RECENT_MS),
      pages: this.#pages,
    });
    for (const profile of profiles) {
      profile.followed = followed;
      this.#cache.set(profile);
    }
    return new Map(profiles.map((profile) => [profile.code, profile]));
  }

  /**
   * Returns profiles for clicks that arrived at `sinceMs` or later: cached ones if they suffice, as for clicks of the last
   * minutes, otherwise they are read. Recording the clicks detects outdated ones. Codes that no longer exist are missing from the
   * result.
   */
  async forClicks(codes: readonly string[], sinceMs: number): Promise<Map<string, LinkProfile>> {
    // A profile that was just read contains the campaigns of the last hour; an older profile, those of an earlier hour and all
    // since.
    if (sinceMs < Date.now() - RECENT_MS / 2) return this.reload(codes, sinceMs);
    const found = new Map<string, LinkProfile>();
    for (const code of codes) {
      const known = this.#cache.get(code);
      if (known !== undefined) found.set(code, known);
    }
    const missing = codes.filter((code) => !found.has(code));
    if (missing.length === 0) return found;
    return new Map([...found, ...(await this.reload(missing, sinceMs))]);
  }

  /** Adds the profiles of slugs, under the text of the request. */
  async #addNamed(found: Map<string, LinkProfile>, asked: readonly string[]): Promise<void> {
    const codes = await readSlugs(
      this.#database,
      asked.filter((text) => !found.has(text)),
    );
    if (codes.size === 0) return;
    const profiles = await this.reload([...new Set(codes.values())]);
    for (const [text, code] of codes) {
      const profile = profiles.get(code);
      if (profile === undefined) continue;
      this.#codes.set(text, code);
      found.set(text, profile);
    }
  }

  async #loadWaiting(): Promise<void> {
    this.#loading = true;
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await this.reload([...batch.keys()]);
        await this.#addNamed(found, [...batch.keys()]);
        for (const [code, settles] of batch) for (const settle of settles) settle(found.get(code) ?? null);
      } catch (error) {
        for (const settles of batch.values()) for (const settle of settles) settle(null, error);
      }
    }
    this.#loading = false;
  }
}
