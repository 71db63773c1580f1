import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may go on before others have their turn on the event loop, in milliseconds. */
const TURN_MS = 5;

/** Long work's turn on the event loop: it asks whether the turn is over, often, and if so waits for the next. */
export class Turn {
  #began = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#began > TURN_MS;
  }

  /** Lets everybody else have theirs. */
  async next(): Promise<void> {
    await nextTurn();
    this.#began = performance.now();
  }
}

/** `items.map(work)`, with the event loop left free for others every few milliseconds. A single call of `work` should take far less. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const turn = new Turn();
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    // Also behind the last one: what the caller does next may be long, too.
    if (turn.isOver) await turn.next();
  }
  return results;
}
