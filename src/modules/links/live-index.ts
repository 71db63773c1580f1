import type pg from 'pg';
import type { Logger } from '../../platform/context.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import { loadAllStores, loadStores } from './load-stores.ts';
import { StoreIndex } from './matching/index.ts';

const CHANNEL = 'store_index';
const EVERYTHING = '*';
const RETRY_MS = 500;

/**
 * The URL index of this process. The database announces every change of a store, its domains or rules by any
 * process, and this process reads the store again. Changes that arrive during one read share the next.
 */
export class LiveIndex {
  #index = new StoreIndex();
  readonly #database: pg.Pool;
  readonly #logger: Logger;
  #changed = new Set<number>();
  #everything = false;
  #catchingUp: Promise<void> | null = null;
  /** The most recently requested read. The next read begins after it. */
  #lastReading: Promise<unknown> = Promise.resolve();

  private constructor(database: pg.Pool, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  /** Subscribes first and reads afterwards, so that no change is missed. */
  static async open(database: pg.Pool, notifications: Notifications, logger: Logger): Promise<LiveIndex> {
    const live = new LiveIndex(database, logger);
    await notifications.listen(CHANNEL, (payload) => live.#handleChange(payload));
    notifications.onGap(() => live.#handleChange(EVERYTHING));
    await live.#inTurn(() => live.#readEverything());
    return live;
  }

  /** The current index. Do not keep a reference, because the index may be replaced. */
  get index(): StoreIndex {
    return this.#index;
  }

  /** Reads a store again and resolves once matching uses it, for use cases that change a store and return the effect. */
  async refresh(storeId: number): Promise<void> {
    await this.#inTurn(() => this.#read([storeId]));
  }

  /** Reads never overlap. Otherwise, the read with older rows might be written last. */
  #inTurn(reading: () => Promise<void>): Promise<void> {
    const turn = this.#lastReading.then(reading);
    this.#lastReading = turn.catch(() => undefined);
    return turn;
  }

  #handleChange(payload: string): void {
    if (payload === EVERYTHING) this.#everything = true;
    else this.#changed.add(Number(payload));
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = null;
    });
  }

  async #catchUp(): Promise<void> {
    while (this.#everything || this.#changed.size > 0) {
      const ids = [...this.#changed];
      const everything = this.#everything;
      this.#changed.clear();
      this.#everything = false;
      try {
        await this.#inTurn(() => (everything ? this.#readEverything() : this.#read(ids)));
      } catch (error) {
        this.#logger.warn({ err: error }, 'the URL index could not be updated; trying again');
        this.#everything ||= everything;
        for (const id of ids) this.#changed.add(id);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  async #read(ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    for (const store of await loadStores(this.#database, ids)) {
      gone.delete(store.id);
      this.#index.upsert(store);
    }
    for (const id of gone) this.#index.remove(id);
  }

  /** Builds a new index beside the current one and replaces it; matching continues meanwhile. */
  async #readEverything(): Promise<void> {
    const next = new StoreIndex();
    for await (const part of loadAllStores(this.#database)) for (const store of part) next.upsert(store);
    this.#index = next;
  }
}
