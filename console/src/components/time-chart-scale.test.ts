import { describe, expect, it } from 'vitest';
import { labelledDays, scaleOf } from './time-chart-scale.ts';

describe('The scale of a chart', () => {
  it.each([
    [
      [0, 3, 7],
      [0, 2, 4, 6, 8],
    ],
    [
      [1, 1],
      [0, 1],
    ],
    [
      [180, 950],
      [0, 200, 400, 600, 800, 1000],
    ],
    [
      [0.2, 0.9],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [
      [-30, 60],
      [-40, -20, 0, 20, 40, 60],
    ],
    [[-5], [-5, -4, -3, -2, -1, 0]],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
  ])('of %j has the ticks %j', (values, ticks) => {
    expect(scaleOf(values).ticks).toEqual(ticks);
  });

  it('contains zero and every value, with at most seven ticks', () => {
    for (const low of [-1e9, -37, 0, 12])
      for (const high of [13, 999, 123_456, 1e10]) {
        const { min, max, ticks } = scaleOf([low, high]);
        expect([min <= Math.min(0, low), max >= high, ticks.includes(0), ticks.length <= 7]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }
  });
});

describe('The days below a chart', () => {
  it.each([
    [30, 640, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27]],
    [30, 200, [0, 10, 20]],
    [7, 640, [0, 1, 2, 3, 4, 5, 6]],
    [366, 40, [0]],
  ])('of %i days on %i pixels are %j', (days, width, indexes) => {
    expect(labelledDays(days, width, 64)).toEqual(indexes);
  });
});
