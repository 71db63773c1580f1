import { useFormats } from '../../language/formats.ts';
import { useMessageTexts } from '../texts.ts';

const REASONS = ['opted_out', 'blocked', 'withdrawn', 'no_account', 'quota', 'not_in_campaign'] as const;

/** How many creators are left out of a message to many, by reason. */
export type LeftOut = Record<(typeof REASONS)[number], number>;

/** Returns a function that words how many are left out; null: nobody is. */
export function useLeftOut(): (counts: LeftOut) => string | null {
  const t = useMessageTexts().write;
  const { number } = useFormats();
  return (counts) => {
    const reasons = REASONS.filter((reason) => counts[reason] > 0).map(
      (reason) => `${number(counts[reason])} ${t.reasons[reason]}`,
    );
    return reasons.length === 0 ? null : t.leftOut(reasons.join(', '));
  };
}
