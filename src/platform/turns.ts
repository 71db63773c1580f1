import { setImmediate as nextTurn } from 'node:timers/promises';

/** The maximum time for which work may block the event loop before it yields, in milliseconds. */
const TURN_MS = 5;

/** A time slice on the event loop for long work. The work checks often whether the slice is over and then yields. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS;
  }

  /** Yields to other work on the event loop. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}

/**
 * `items.map(work)` that yields the event loop every few milliseconds. A single call of `work` should be much
 * shorter.
 */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const turn = new Turn();
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    // Also yields after the last item, because the caller may continue with long work.
    if (turn.isOver) await turn.next();
  }
  return results;
}
