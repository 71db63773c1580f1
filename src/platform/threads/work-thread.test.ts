import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../errors/errors.ts';
import type { OddTask } from './odd-thread.fixture.ts';
import { type ThreadLimits, WorkThread } from './work-thread.ts';

const ENTRY = new URL('./odd-thread.fixture', import.meta.url);

function threadWith(limits: Partial<ThreadLimits> = {}): WorkThread<OddTask, unknown> {
  const thread = new WorkThread<OddTask, unknown>(ENTRY, limits);
  onTestFinished(() => thread.close());
  return thread;
}

describe('A work thread', () => {
  it('returns the result of each task in order, and leaves the event loop free', async () => {
    const thread = threadWith();
    const order: number[] = [];
    const turns = new Int32Array(new SharedArrayBuffer(4));
    let isDone = false;
    const asked = Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        expect(await thread.run({ kind: 'watch', turns, n })).toBe(n);
        order.push(n);
      }),
    ).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await nextTurn();
      Atomics.add(turns, 0, 1);
    }
    await asked;
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('reports an error of the work, and continues', async () => {
    const thread = threadWith();
    await expect(thread.run({ kind: 'throw' })).rejects.toThrow('as requested');
    expect(await thread.run({ kind: 'busy', n: 1 })).toBe(1);
  });

  it.each([
    ['dies', { kind: 'die' }, {}, 'a thread has ended by itself, with 7'],
    ['fails where nobody catches it', { kind: 'uncaught' }, {}, 'nobody catches this'],
    ['takes more memory than it may', { kind: 'hoard' }, { memoryMb: 30 }, 'memory limit'],
  ] as const)('that %s is replaced for the following tasks', async (_, odd, limits, message) => {
    const thread = threadWith(limits);
    const [first, second] = await Promise.allSettled([thread.run(odd), thread.run({ kind: 'busy', n: 2 })]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(message) } });
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });

  it('that takes too long is replaced for the following tasks', async () => {
    // Real timers would give the second task, including the start of its thread, the same short time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const thread = threadWith({ workingMs: 3_000 });
    const asked = Promise.allSettled([thread.run({ kind: 'hang' }), thread.run({ kind: 'busy', n: 2 })]);
    vi.advanceTimersByTime(3_000);
    const [first, second] = await asked;
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'This takes too long.' } });
    expect(second).toEqual({ status: 'fulfilled', value: 2 });
  });

  it('limits the length of the queue and the waiting time', async () => {
    const thread = threadWith({ maxWaiting: 2, waitingMs: 200 });
    const asked = [thread.run({ kind: 'hang' }), ...[1, 2, 3].map((n) => thread.run({ kind: 'busy', n }))];
    const [, ...waited] = asked.map((answer) => answer.catch((error) => error));
    for (const answer of await Promise.all(waited)) expect(answer).toBeInstanceOf(Unavailable);
    await thread.close();
    await expect(asked[0]).rejects.toBeInstanceOf(Unavailable);
  });

  it('ends when it is idle, and starts again', async () => {
    const thread = threadWith({ idleMs: 1 });
    const first = await thread.run({ kind: 'thread' });
    await expect.poll(() => thread.run({ kind: 'thread' })).not.toBe(first);
  });

  it('accepts no task once it is closed', async () => {
    const thread = threadWith();
    const waiting = [thread.run({ kind: 'hang' }), thread.run({ kind: 'busy', n: 1 })].map((one) =>
      one.catch((e) => e),
    );
    await thread.close();
    for (const answer of await Promise.all(waiting)) expect(answer).toBeInstanceOf(Unavailable);
    await expect(thread.run({ kind: 'busy', n: 1 })).rejects.toBeInstanceOf(Unavailable);
  });
});
