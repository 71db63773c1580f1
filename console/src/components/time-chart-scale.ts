/** A vertical axis that includes zero. */
export interface Scale {
  min: number;
  max: number;
  /** In ascending order, from `min` to `max`. */
  ticks: readonly number[];
}

/** Steps between grid lines that the axis has at most. */
const MAX_STEPS = 5;

/**
 * Chooses a range with round steps that contains all values and zero, so that lengths can be compared. Whole values have whole
 * steps.
 */
export function scaleOf(values: readonly number[]): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const isWhole = values.every(Number.isInteger);
  if (low === high) return { min: 0, max: 1, ticks: [0, 1] };
  const step = roundStep((high - low) / MAX_STEPS, isWhole);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks };
}

/** The smallest of 1, 2, 5, 10, 20, … that is not below the value. */
function roundStep(value: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value * (1 - 1e-9))! * power;
  return isWhole ? Math.max(1, step) : step;
}

/** Indexes of the days that are written below an axis, at equal distances, so that they do not overlap. */
export function labelledDays(days: number, width: number, labelWidth: number): number[] {
  const fitting = Math.max(1, Math.floor(width / labelWidth));
  const step = Math.ceil(days / fitting);
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => index * step);
}
