import { type DayRange, periodBefore } from '../day-range.ts';
import { COMPARISONS, type Comparison } from './names.ts';

/** The comparison in an address; the previous period by default. */
export const comparisonOf = (text: string | undefined): Comparison =>
  COMPARISONS.find((comparison) => comparison === text) ?? 'previous';

/** The period with which another one is compared; null: none. */
export function comparedRange(range: DayRange, comparison: Comparison): DayRange | null {
  if (comparison === 'none') return null;
  return comparison === 'previous' ? periodBefore(range) : { from: yearBefore(range.from), to: yearBefore(range.to) };
}

/** The same day of the year before; 28 February for the 29th. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace('-29', '-28') : before;
}
