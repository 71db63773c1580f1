import type { Formats } from './formats.ts';

/** Order value for each unit of cost: 6.57×. */
export const timesOf =
  ({ number }: Formats) =>
  (times: number): string =>
    `${number(Math.round(times * 100) / 100)}×`;
