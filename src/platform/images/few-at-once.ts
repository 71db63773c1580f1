import { Unavailable } from '../errors/errors.ts';

/**
 * Makes a gate that lets a few pieces of work through at once; the others wait in turn.
 * @param most how many are under way at once
 * @param mostWaiting how many wait; whoever comes then is told to come again (Unavailable)
 */
export function fewAtOnce(most: number, mostWaiting: number): <Done>(work: () => Promise<Done>) => Promise<Done> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (work) => {
    if (underWay >= most) {
      if (waiting.length >= mostWaiting) throw new Unavailable('Too much is going on at once. Try again.');
      // Whoever finishes hands over its place, so that nobody who comes later takes it.
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
