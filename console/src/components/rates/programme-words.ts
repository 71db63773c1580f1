import { useFormats } from '../../language/formats.ts';
import { useRateTexts } from './texts.ts';

/** A rate of repeated orders, as a part of the value; `months` null: without an end. */
export interface ProgrammeStep {
  months: number | null;
  cpa: number;
}

/** The rates of repeated orders of customers as one sentence: "20 % for 12 months, then 5 %". */
export function useProgrammeWords(): (steps: readonly ProgrammeStep[]) => string {
  const { steps: t } = useRateTexts();
  const { percent } = useFormats();
  return (steps) =>
    steps
      .map(({ months, cpa }) => (months === null ? percent(cpa) : t.during(percent(cpa), months)))
      .reduce((before, step) => t.following(before, step));
}
