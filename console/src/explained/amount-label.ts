import type { Whose } from '../components/explanation/places.ts';
import { useMe } from '../session/use-me.ts';

/** The heading of the amounts of a store or a creator: for the one who pays or is paid, in the second person. */
export function useAmountLabel(whose: Whose, t: Record<'cost' | 'ownCost' | 'earned' | 'ownEarned', string>): string {
  const me = useMe();
  if ('user' in whose) return whose.user === me.id ? t.ownEarned : t.earned;
  return me.stores.some(({ id }) => id === whose.store) ? t.ownCost : t.cost;
}
