import type { KvWatchEntry } from '@nats-io/kv';
import type { Logger } from '../../../platform/context.ts';
import type { NatsLink } from '../../../platform/nats/nats-link.ts';
import { type LinkTarget, targetAround } from '../profile.ts';
import { ProfileCache } from '../profile-cache.ts';
import { SlugCodes } from '../slugs.ts';
import type { VisitorKeys } from '../visitor.ts';
import { bucketStream, DAY, LINK, linkSubject, openBucket, PROGRESS, SCRIPT, scriptKey } from './edge-bucket.ts';

const MAX_REMEMBERED_TARGETS = 50_000;
const REPLY_MS = 1_000;
const RETRY_MS = 500;

export interface EdgeSnapshotDeps {
  link: NatsLink;
  /** Of the installation. */
  name: string;
  keys: VisitorKeys;
  logger: Logger;
}

/**
 * The data of an edge in memory: all links, scripts and daily keys, updated when they change. They remain available when NATS is
 * unavailable.
 */
export class EdgeSnapshot {
  readonly #deps: EdgeSnapshotDeps;
  #urls = new Map<string, string>();
  readonly #scripts = new Map<string, string>();
  readonly #targets = new ProfileCache<LinkTarget>(MAX_REMEMBERED_TARGETS);
  readonly #codes = new SlugCodes();
  /** The last revision that was read, and its bucket. */
  #revision = 0;
  #bucket = '';
  #following = 0;
  #ready!: () => void;
  /** Resolves when there is a whole snapshot. */
  readonly ready = new Promise<void>((resolve) => {
    this.#ready = resolve;
  });
  #isStopped = false;

  constructor(deps: EdgeSnapshotDeps) {
    this.#deps = deps;
    deps.link.onUp(() => void this.#follow());
  }

  /** Follows the bucket from where it was left; begins at its start when it is not the same any more. */
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
    const value = entry.operation === 'PUT' ? entry.string() : null;
    const { key } = entry;
    if (key.startsWith(LINK)) this.#learnLink(key.slice(LINK.length), value);
    else if (key.startsWith(DAY)) this.#deps.keys.learn(key.slice(DAY.length), value);
    else if (key.startsWith(SCRIPT) && value !== null) this.#scripts.set(key, value);
    else if (key.startsWith(SCRIPT)) this.#scripts.delete(key);
    else if (key === PROGRESS) this.#ready();
  }

  #learnLink(code: string, url: string | null): void {
    if (url === null) this.#urls.delete(code);
    else this.#urls.set(code, url);
  }

  /** Returns the target of a code, or of a slug that was requested before; undefined if it must be requested. */
  recall(asked: string): LinkTarget | undefined {
    const code = this.#codes.get(asked) ?? asked;
    const known = this.#targets.get(code);
    if (known !== undefined) return known;
    const url = this.#urls.get(code);
    if (url === undefined) return undefined;
    const target = { code, ...targetAround(url) };
    this.#targets.set(target);
    return target;
  }

  /** Asks an application process for a link that was made a moment ago. @returns null when there is no such link. @throws when none answers */
  async find(code: string): Promise<LinkTarget | null> {
    const known = this.recall(code);
    if (known !== undefined) return known;
    const { link, name } = this.#deps;
    const reply = await link.use(({ nc }) => nc.request(linkSubject(name), code, { timeout: REPLY_MS }));
    const { target } = reply.json<LinkReply>();
    if (target === undefined) throw new Error('the application cannot look links up at this moment');
    if (target !== null) this.#targets.set(target);
    if (target !== null && target.code !== code) this.#codes.set(code, target.code);
    return target;
  }

  /** Returns the script of a store; undefined if there is no such store. */
  scriptOf(trackingKey: string): string | undefined {
    return this.#scripts.get(scriptKey(trackingKey));
  }

  stop(): void {
    this.#isStopped = true;
  }
}

/** The reply of an application process to an edge: a link, null when there is none, and nothing when it does not know. */
export interface LinkReply {
  target?: LinkTarget | null;
}
