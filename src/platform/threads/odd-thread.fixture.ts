import { threadId } from 'node:worker_threads';
import { answerTasks } from './answer-tasks.ts';

/** The task of the test's thread. */
export type OddTask =
  | { kind: 'busy'; n: number }
  | { kind: 'watch'; turns: Int32Array<SharedArrayBuffer>; n: number }
  | { kind: 'throw' | 'die' | 'uncaught' | 'hoard' | 'hang' | 'thread' };

answerTasks(async (task: OddTask): Promise<unknown> => {
  switch (task.kind) {
    case 'busy': {
      const until = performance.now() + 5;
      while (performance.now() < until);
      return task.n;
    }
    // Waits for several turns of the requesting thread's event loop. It would never end on that event loop itself.
    case 'watch': {
      const until = Atomics.load(task.turns, 0) + 50;
      while (Atomics.load(task.turns, 0) < until);
      return task.n;
    }
    case 'throw':
      throw new RangeError('as requested');
    case 'die':
      return process.exit(7);
    case 'uncaught':
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
      return new Promise(() => undefined);
    case 'hoard': {
      const hoard: number[][] = [];
      for (;;) hoard.push(Array.from({ length: 100_000 }, (_, n) => n / 3));
    }
    case 'hang':
      for (;;);
    case 'thread':
      return threadId;
  }
});
