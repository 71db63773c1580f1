import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { itemsOf, type NavigationItem, sectionsOf } from '../shell/navigation.tsx';
import type { ShellTexts } from '../shell/texts.ts';

/** The keys that open pages after `g`, by the end of the page's address. */
const ENDS: Readonly<Record<string, string>> = {
  l: 'links',
  c: 'campaigns',
  o: 'orders',
  s: 'statistics',
  e: 'earnings',
  p: 'payouts',
  i: 'invoices',
  v: 'vouchers',
  m: 'periods',
  u: 'people',
  b: 'stores',
};

/** The key of the first page of a section. */
const HOME = 'h';

/** The pages that `g` and a key open, in the section of the address first. @param pathname of the address */
export function goToPages(
  me: Me,
  t: ShellTexts,
  place: Place,
  pathname: string,
): { key: string; item: NavigationItem }[] {
  const sections = sectionsOf(me, t, place);
  const isCurrent = ({ key }: { key: string }) => pathname.startsWith(`/console/${key}`);
  const items = sections.toSorted((one, other) => Number(isCurrent(other)) - Number(isCurrent(one))).flatMap(itemsOf);
  const found = Object.entries(ENDS).flatMap(([key, end]) => {
    const item = items.find(({ link }) => link.to.endsWith(`/${end}`));
    return item === undefined ? [] : [{ key, item }];
  });
  const [home] = items;
  return home === undefined ? found : [{ key: HOME, item: home }, ...found];
}
