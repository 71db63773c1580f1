import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useRateTexts } from './texts.ts';

/** A tier as one sentence: its minimums and its bonus. */
export function useTierWords(): (tier: { orders?: number; value?: Amount; bonus: Amount }) => string {
  const t = useRateTexts();
  const { moneyOf, number } = useFormats();
  return ({ orders, value, bonus }) => {
    const asked = [
      ...(orders === undefined ? [] : [t.fromOrders(number(orders))]),
      ...(value === undefined ? [] : [t.fromValue(moneyOf(value.amount, value.currency))]),
    ];
    return t.tier(asked.join(` ${t.and} `), moneyOf(bonus.amount, bonus.currency));
  };
}
