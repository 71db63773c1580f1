import { Unavailable } from '../errors/errors.ts';

/**
 * Creates a concurrency limiter with a first-in, first-out queue.
 * @param max maximum number of running tasks
 * @param maxWaiting maximum length of the queue; further tasks fail with Unavailable
 */
export function limitConcurrency(max: number, maxWaiting: number): <Done>(work: () => Promise<Done>) => Promise<Done> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay >= max) {
      if (waiting.length >= maxWaiting) throw new Unavailable('Too much is going on at once. Try again.');
      // A finished task passes its slot to the next in the queue, so that a later task cannot take it.
      await new Promise<void>((begin) => waiting.push(begin));
    } else {
      underWay += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) underWay -= 1;
      else next();
    }
  };
}
