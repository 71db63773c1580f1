import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Unavailable } from '../errors/errors.ts';
import { limitConcurrency } from './limit-concurrency.ts';

it('never exceeds the limit, starts in the order of requests, and runs all of them', async () => {
  const task = fc.record({ ticks: fc.nat(4), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(task, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), async (tasks, max) => {
      const gate = limitConcurrency(max, 20);
      const begun: number[] = [];
      let underWay = 0;
      const results = await Promise.allSettled(
        tasks.map(({ ticks, fails }, index) =>
          gate(async () => {
            begun.push(index);
            underWay += 1;
            expect(underWay).toBeLessThanOrEqual(max);
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
            underWay -= 1;
            if (fails) throw new Error(`task ${index}`);
            return index;
          }),
        ),
      );
      expect(begun).toEqual(tasks.map((_, index) => index));
      expect(results).toEqual(
        tasks.map(({ fails }, index) =>
          fails ? { status: 'rejected', reason: new Error(`task ${index}`) } : { status: 'fulfilled', value: index },
        ),
      );
    }),
  );
});

it('refuses work when the queue is full, and accepts work when there is space again', async () => {
  const gate = limitConcurrency(1, 1);
  let finish = () => {};
  const first = gate(() => new Promise<void>((resolve) => (finish = resolve)));
  const second = gate(async () => 'second');
  await expect(gate(async () => 'third')).rejects.toThrow(Unavailable);
  finish();
  await first;
  expect(await second).toBe('second');
  expect(await gate(async () => 'fourth')).toBe('fourth');
});
