import type { paths } from '@tributary/client';
import type { Amount } from '../language/amounts.ts';
import { useFormats } from '../language/formats.ts';
import { useRateStepTexts } from './texts.ts';

type Steps = paths['/v2/offers/{offer}/rate-steps']['get']['responses']['200']['content']['application/json'];

/** The steps of a campaign in force. */
export type RateSteps = Omit<Steps, 'versions'>;

/** When a step is reached, and what an order pays then. */
interface StepInWords {
  orders?: number;
  value?: Amount;
  /** The part of the value. */
  rate: number;
  /** The fixed amount as it is shown; null: none. */
  fixed: string | null;
}

/** A step as one sentence: "After 30 approved orders in a month: 12 %". */
export function useStepWords(): (step: StepInWords, of: Pick<RateSteps, 'period' | 'applies'>) => string {
  const t = useRateStepTexts();
  const { moneyOf, number, percent } = useFormats();
  return ({ orders, value, rate, fixed }, { period, applies }) => {
    const [byOrders, byValue] = applies === 'later' ? [t.afterOrders, t.afterValue] : [t.fromOrders, t.fromValue];
    const threshold =
      value === undefined ? byOrders(number(orders ?? 0)) : byValue(moneyOf(value.amount, value.currency));
    const pays = fixed === null ? percent(rate) : t.plus(percent(rate), fixed);
    return t.pays(threshold, t.inPeriod[period], pays);
  };
}
