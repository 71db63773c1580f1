import type { OrderLine } from '../orders/index.ts';
import type { Explaining } from './explanation.ts';
import type { OrderFacts } from './order-facts.ts';

/**
 * Adds a step for each line of an order: its value, its refund and its rate. The part of the order that is shared is the average
 * of the rates, weighted by the value of each line less its refund.
 */
export function addLines(explaining: Explaining, order: OrderFacts, lines: readonly OrderLine[]): void {
  const { originalCurrency: currency, customer } = order;
  const { texts, formats } = explaining.words;
  for (const [index, line] of lines.entries()) {
    const { sku, category, quantity, value_minor, refunded_minor, rule, cpa_ppm, invoice_cpa_ppm } = line;
    const left = formats.money({ minor: value_minor - refunded_minor, currency });
    const values = { rate: formats.percent(cpa_ppm), left };
    explaining.add('line', {
      inputs: {
        line: index + 1,
        sku,
        category,
        quantity,
        customer,
        value_minor,
        refunded_minor,
        rule,
        cpa_ppm,
        ...(explaining.reader.store ? { invoice_cpa_ppm } : {}),
      },
      result: cpa_ppm,
      because: rule === null ? texts.noRuleOfLine(values) : texts.ruleOfLine({ rule, ...values }),
    });
  }
}
