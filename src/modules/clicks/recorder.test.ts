import { describe, expect, it } from 'vitest';
import { answerDelayMs } from './recorder.ts';

describe('replies are delayed', () => {
  it('for longer the later clicks are counted, up to a bound', () => {
    expect(
      [160, 200, 285, 1_000, Number.POSITIVE_INFINITY].map((lagMs) => answerDelayMs({ isPressed: true, lagMs })),
    ).toEqual([0, 8, 25, 25, 25]);
  });

  it('not at all while clicks are counted in time, or while the next batch takes all that is waiting', () => {
    expect([0, 100, 160].map((lagMs) => answerDelayMs({ isPressed: true, lagMs }))).toEqual([0, 0, 0]);
    expect([200, 1_000].map((lagMs) => answerDelayMs({ isPressed: false, lagMs }))).toEqual([0, 0]);
  });
});
