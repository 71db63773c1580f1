import { useFormats } from '../../language/formats.ts';
import { useCreatorTexts } from '../texts.ts';

/** Terms of a page: minor units per click and share of the order value. */
export interface Pay {
  perClickMinor: number;
  perOrder: number;
  currency: string;
}

/** "2.62 kr a click and 6.75% of each order"; null without compensation. */
export function usePaySentence(): (pay: Pay) => string | null {
  const t = useCreatorTexts().earns;
  const { money, sharePaid } = useFormats();
  return ({ perClickMinor, perOrder, currency }) => {
    const click = perClickMinor > 0 ? t.perClick(money(perClickMinor, currency)) : null;
    const order = perOrder > 0 ? t.perOrder(sharePaid(perOrder)) : null;
    if (click !== null && order !== null) return t.and(click, order);
    return click ?? order;
  };
}
