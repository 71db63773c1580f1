import type { KvWatchEntry } from '@nats-io/kv';
import type { Logger } from '../../../platform/context.ts';
import type { NatsLink } from '../../../platform/nats/nats-link.ts';
import type { HostOwner } from '../link-hosts.ts';
import { linkTargetOf } from '../link-target.ts';
import type { LinkTarget } from '../profile.ts';
import { ProfileCache } from '../profile-cache.ts';
import { SlugCodes } from '../slugs.ts';
import type { VisitorKeys } from '../visitor.ts';
import {
  AGENCY,
  bucketStream,
  DAY,
  decodeLink,
  HOST,
  hostOfKey,
  LINK,
  linkSubject,
  openBucket,
  PASSED,
  PROGRESS,
  SCRIPT,
  SLUG,
  scriptKey,
} from './edge-bucket.ts';

const MAX_REMEMBERED_TARGETS = 50_000;
const REPLY_MS = 1_000;
const RETRY_MS = 500;
const NOTHING_PASSED: readonly string[] = [];

export interface EdgeSnapshotDeps {
  link: NatsLink;
  /** Name of the installation (`CLICK_LOG_URL`). */
  name: string;
  keys: VisitorKeys;
  logger: Logger;
}

/**
 * The data of an edge in memory: all links with their slugs, the settings that decide where they lead, domains, scripts and daily keys,
 * updated when they change. They remain available when NATS is unavailable.
 */
export class EdgeSnapshot {
  readonly #deps: EdgeSnapshotDeps;
  /** Links as they are in the bucket, by code: a text uses less memory than an object. */
  readonly #links = new Map<string, string>();
  readonly #slugs = new Map<string, string>();
  /** Names of passed parameters by store. */
  readonly #passed = new Map<number, string[]>();
  readonly #owners = new Map<string, HostOwner>();
  /** Agencies by creator. */
  readonly #agencies = new Map<number, number>();
  readonly #scripts = new Map<string, string>();
  readonly #targets = new ProfileCache<LinkTarget>(MAX_REMEMBERED_TARGETS);
  /** Codes of slugs that are not in the bucket yet. */
  readonly #codes = new SlugCodes();
  /** The last revision that was read, and its bucket. */
  #revision = 0;
  #bucket = '';
  #following = 0;
  #confirmedMs = 0;
  #ready!: () => void;
  /** Resolves when the snapshot is complete. */
  readonly ready = new Promise<void>((resolve) => {
    this.#ready = resolve;
  });
  #isStopped = false;

  constructor(deps: EdgeSnapshotDeps) {
    this.#deps = deps;
    deps.link.onUp(() => void this.#follow());
  }

  /** Follows the bucket from the last revision, or from its beginning if it is another bucket. */
  async #follow(): Promise<void> {
    const { link, name, logger } = this.#deps;
    const turn = ++this.#following;
    const isOver = () => this.#isStopped || this.#following !== turn;
    while (!isOver() && link.isUp) {
      try {
        const watch = await link.use(async (nats) => {
          const kv = await openBucket(nats, name);
          const { created, state } = await nats.jsm.streams.info(bucketStream(name));
          if (created !== this.#bucket || state.last_seq < this.#revision) this.#revision = 0;
          this.#bucket = created;
          return kv.watch(this.#revision > 0 ? { resumeFromRevision: this.#revision + 1 } : {});
        });
        for await (const entry of watch) {
          if (isOver()) break;
          this.#apply(entry);
        }
        watch.stop();
      } catch (error) {
        if (!isOver()) logger.warn({ err: error }, 'the links cannot be followed; it is tried again');
      }
      if (!isOver()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  #apply(entry: KvWatchEntry): void {
    this.#revision = entry.revision;
    try {
      this.#learn(entry);
    } catch (error) {
      this.#deps.logger.error({ err: error, key: entry.key }, 'an entry in NATS cannot be read');
    }
  }

  #learn(entry: KvWatchEntry): void {
    const value = entry.operation === 'PUT' ? entry.string() : null;
    const { key } = entry;
    if (key.startsWith(LINK)) this.#learnLink(key.slice(LINK.length), value);
    else if (key.startsWith(SLUG)) learn(this.#slugs, key.slice(SLUG.length), value);
    else if (key.startsWith(SCRIPT)) learn(this.#scripts, key, value);
    else if (key.startsWith(DAY)) this.#deps.keys.learn(key.slice(DAY.length), value);
    else if (key === PROGRESS) this.#confirm(entry.created.getTime());
    else this.#learnSetting(key, value);
  }

  #confirm(atMs: number): void {
    this.#confirmedMs = atMs;
    this.#ready();
  }

  #learnLink(code: string, value: string | null): void {
    learn(this.#links, code, value);
    this.#targets.delete(code);
  }

  /** Changes that affect many links, whose targets are determined again. */
  #learnSetting(key: string, value: string | null): void {
    // An earlier version may have left keys that are not known any more.
    const prefix = [HOST, PASSED, AGENCY].find((one) => key.startsWith(one));
    if (prefix === undefined) return;
    const said = value === null ? null : JSON.parse(value);
    const id = Number(key.slice(prefix.length));
    if (prefix === HOST) learn<string, HostOwner>(this.#owners, hostOfKey(key), said);
    else if (prefix === PASSED) learn<number, string[]>(this.#passed, id, said);
    else learn<number, number>(this.#agencies, id, said);
    if (prefix !== HOST) this.#targets.clear();
  }

  /** The domains of creators and agencies. */
  get owners(): ReadonlyMap<string, HostOwner> {
    return this.#owners;
  }

  /** The number of known links. */
  get size(): number {
    return this.#links.size;
  }

  /** When an application process last confirmed that the snapshot is complete, in milliseconds since 1970. */
  get confirmedMs(): number {
    return this.#confirmedMs;
  }

  /** Returns the target of a code or slug; undefined if it must be requested. */
  recall(asked: string): LinkTarget | undefined {
    const known = this.#targets.get(asked);
    if (known !== undefined) return known;
    // A code is never a slug of another link. Upper and lower case are the same in a slug.
    const code = this.#links.has(asked) ? asked : (this.#slugs.get(asked.toLowerCase()) ?? this.#codes.get(asked));
    if (code === undefined) return undefined;
    return this.#targets.get(code) ?? this.#read(code);
  }

  #read(code: string): LinkTarget | undefined {
    const text = this.#links.get(code);
    if (text === undefined) return undefined;
    try {
      const { storeId, ...link } = decodeLink(text);
      const target = linkTargetOf({
        code,
        ...link,
        agencyId: this.#agencies.get(link.userId) ?? null,
        passedParameters: this.#passed.get(storeId) ?? NOTHING_PASSED,
      });
      this.#targets.set(target);
      return target;
    } catch (error) {
      // The failure must not end the process. The application is asked instead.
      this.#deps.logger.error({ err: error, code }, 'a link in NATS cannot be read');
      return undefined;
    }
  }

  /**
   * Requests a link that was created recently from an application process.
   * @returns null when the link does not exist
   * @throws when no process answers
   */
  async find(asked: string): Promise<LinkTarget | null> {
    const known = this.recall(asked);
    if (known !== undefined) return known;
    const { link, name } = this.#deps;
    const reply = await link.use(({ nc }) => nc.request(linkSubject(name), asked, { timeout: REPLY_MS }));
    const { target } = reply.json<LinkReply>();
    if (target === undefined) throw new Error('the application cannot look links up at this moment');
    if (target === null) return null;
    if (target.code !== asked) this.#codes.set(asked, target.code);
    // The bucket may have the link by now, and is the newer one.
    const published = this.#read(target.code);
    if (published === undefined) this.#targets.set(target);
    return published ?? target;
  }

  /** Returns the script of a store; undefined if there is no such store. */
  scriptOf(trackingKey: string): string | undefined {
    return this.#scripts.get(scriptKey(trackingKey));
  }

  stop(): void {
    this.#isStopped = true;
  }
}

/** Stores a value; null removes it. */
function learn<K, V>(map: Map<K, V>, key: K, value: V | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

/**
 * The reply of an application process to an edge: a link, null when the link does not exist, and undefined when the process does not
 * know.
 */
export interface LinkReply {
  target?: LinkTarget | null;
}
