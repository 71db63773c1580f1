import { useFormats } from '../../language/formats.ts';
import { useCreatorTexts } from '../texts.ts';

/** Terms of a page: minor units per click and share of the order value. */
export interface Pay {
  perClickMinor: number;
  perOrder: number;
  currency: string;
  /** A fixed amount for each order, and how it is paid with the share. */
  perOrderFixed?: { minor: number } | null;
  cpoMode?: 'added' | 'larger';
  minimumOrder?: { minor: number } | null;
}

/** "2.62 kr a click, 40.00 kr per order and 6.75% of each order"; null without compensation. */
export function usePaySentence(): (pay: Pay) => string | null {
  const t = useCreatorTexts().earns;
  const { money, sharePaid } = useFormats();
  return ({ perClickMinor, perOrder, currency, perOrderFixed = null, cpoMode = 'added', minimumOrder = null }) => {
    const click = perClickMinor > 0 ? t.perClick(money(perClickMinor, currency)) : null;
    const share = perOrder > 0 ? t.perOrder(sharePaid(perOrder)) : null;
    const fixed =
      perOrderFixed !== null && perOrderFixed.minor > 0 ? t.fixed(money(perOrderFixed.minor, currency)) : null;
    const isLarger = cpoMode === 'larger' && share !== null && fixed !== null;
    const parts = [click, ...(isLarger ? [t.larger(fixed, share)] : [fixed, share])].filter((part) => part !== null);
    const last = parts.pop();
    if (last === undefined) return null;
    const sentence = parts.length === 0 ? last : t.and(parts.join(', '), last);
    const isOfOrders = minimumOrder !== null && (share !== null || fixed !== null);
    return isOfOrders ? t.fromValue(sentence, money(minimumOrder.minor, currency)) : sentence;
  };
}
