import { describe, expect, it } from 'vitest';
import { mapInTurns } from './turns.ts';

/** Keeps the CPU busy like a slow call. */
function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('Cooperative work', () => {
  it('returns the result of map, in order', async () => {
    expect(await mapInTurns([3, 1, 2], (n) => n * 2)).toEqual([6, 2, 4]);
    expect(await mapInTurns([], () => 1)).toEqual([]);
  });

  it('lets other work run in between', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('another'));
    await mapInTurns([1, 2, 3], (n) => {
      order.push(`work ${n}`);
      busy(6);
    });
    expect(order).toEqual(['work 1', 'another', 'work 2', 'work 3']);
  });

  it('fails when the work fails', async () => {
    const fail = () => {
      throw new RangeError('no');
    };
    await expect(mapInTurns([1], fail)).rejects.toThrow(RangeError);
  });
});
