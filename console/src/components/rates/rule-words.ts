import { useFormats } from '../../language/formats.ts';
import { useRateTexts } from './texts.ts';

/** The conditions of a commission rule. */
interface RuleNames {
  skus?: readonly string[];
  categories?: readonly string[];
  customer?: 'new' | 'returning';
  attribution?: 'click' | 'voucher';
}

/** A rule may name a thousand products. */
const MAX_NAMES = 10;

/** A commission rule as one sentence: its conditions, its fixed amount for an order, and its rate. */
export function useRuleWords(): (rule: RuleNames, share: number, fixed?: string | undefined) => string {
  const t = useRateTexts();
  const { sharePaid } = useFormats();
  const listed = (names: readonly string[] = []) =>
    names.length > MAX_NAMES
      ? `${names.slice(0, MAX_NAMES).join(', ')} ${t.more(names.length - MAX_NAMES)}`
      : names.join(', ');
  return ({ categories, skus, customer, attribution }, share, fixed) => {
    const what = [
      listed(categories),
      listed(skus),
      customer === undefined ? '' : t.customers[customer],
      attribution === undefined ? '' : t.traces[attribution],
    ];
    const rates = [...(fixed === undefined ? [] : [t.perOrder(fixed)]), ...(share > 0 ? [sharePaid(share)] : [])];
    return t.rule(what.filter((one) => one !== '').join(' · '), rates.join(' + ') || t.nothing);
  };
}
