import { describe, expect, it } from 'vitest';
import { comparedRange } from './comparison.ts';
import { RESULT_FIGURES } from './names.ts';
import { figuresOf, resultOf } from './results.ts';

const euros = (amount: string) => ({ amount, currency: 'EUR' });

describe('The figures of results', () => {
  it('are counts, amounts and their ratios', () => {
    const results = { clicks: 40, orders: 2, order_value: euros('90.00'), cost: euros('20.00'), new_creators: 1 };
    expect(figuresOf(results)).toEqual({
      clicks: 40,
      orders: 2,
      conversion: 0.05,
      value: 90,
      basket: 45,
      cost: 20,
      costPerOrder: 10,
      epc: 0.5,
      roas: 4.5,
      newCreators: 1,
    });
  });

  it('are absent where they would be divided by zero', () => {
    const nothing = { clicks: 0, orders: 0, order_value: euros('0.00'), cost: euros('0.00') };
    const absent = RESULT_FIGURES.filter((figure) => resultOf(figure, nothing) === undefined);
    expect(absent).toEqual(['conversion', 'basket', 'costPerOrder', 'epc', 'roas', 'newCreators']);
    expect(figuresOf(nothing)).toEqual({ clicks: 0, orders: 0, value: 0, cost: 0 });
  });
});

describe('A period', () => {
  it('is compared with the previous one, the year before or none', () => {
    const range = { from: '2024-02-01', to: '2024-02-29' };
    expect(comparedRange(range, 'previous')).toEqual({ from: '2024-01-03', to: '2024-01-31' });
    expect(comparedRange(range, 'year')).toEqual({ from: '2023-02-01', to: '2023-02-28' });
    expect(comparedRange(range, 'none')).toBeNull();
  });
});
