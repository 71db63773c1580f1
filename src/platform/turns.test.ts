import { describe, expect, it } from 'vitest';
import { mapInTurns } from './turns.ts';

/** Keeps the processor busy, as a slow call would. */
function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('Work in turns', () => {
  it('gives what map gives, in order', async () => {
    expect(await mapInTurns([3, 1, 2], (n) => n * 2)).toEqual([6, 2, 4]);
    expect(await mapInTurns([], () => 1)).toEqual([]);
  });

  it('lets others have theirs between', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('another'));
    await mapInTurns([1, 2, 3], (n) => {
      order.push(`work ${n}`);
      busy(6);
    });
    expect(order).toEqual(['work 1', 'another', 'work 2', 'work 3']);
  });

  it('fails as the work does', async () => {
    const fail = () => {
      throw new RangeError('no');
    };
    await expect(mapInTurns([1], fail)).rejects.toThrow(RangeError);
  });
});
