import { useMantineColorScheme } from '@mantine/core';
import {
  IconBan,
  IconCalendarCheck,
  IconCash,
  IconChecklist,
  IconDiscount2,
  IconLanguage,
  IconLink,
  IconLogout,
  IconMoon,
  IconSpeakerphone,
  IconSun,
  IconSunMoon,
  type TablerIcon,
} from '@tabler/icons-react';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import { permits } from '../../../src/platform/auth/team-role.ts';
import { client } from '../api.ts';
import { chooseLanguage, PAGE_LANGUAGE } from '../language/language.tsx';
import { LANGUAGES, type Language } from '../language/languages.ts';
import { mayActForStore, type Place, roleIn } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { usePaletteRowTexts } from './rows/texts.ts';

/** Something that the palette does, or the page where it is done. */
export interface PaletteAction {
  title: string;
  /** Further words by which it is found. */
  words: string;
  icon: TablerIcon;
  /** The page where it is done. */
  href?: string;
  run?: () => unknown;
}

const SCHEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconSunMoon],
] as const;

/** What the reader may do, in the store of the address or the reader's first one. */
export function useActions(me: Me, place: Place): PaletteAction[] {
  const t = usePaletteRowTexts().actions;
  const router = useRouter();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const to = (link: LinkProps) => router.buildLocation(link).href;
  const actions: PaletteAction[] = [];
  const add = (icon: TablerIcon, [title = '', words = '']: readonly string[], action: Partial<PaletteAction>) =>
    actions.push({ title, words, icon, ...action });
  const isAdmin = me.roles.includes('admin');
  const store = place.store !== undefined && mayActForStore(me, place.store) ? place.store : me.stores[0]?.id;

  if (me.roles.includes('creator')) {
    add(IconLink, t.createLink, { href: to({ to: '/console/creator' }) });
    add(IconSpeakerphone, t.findCampaigns, { href: to({ to: '/console/creator/campaigns' }) });
  }
  if (store !== undefined) {
    const role = roleIn(me, { store });
    const params = { store: String(store) };
    if (role === null || permits(role, 'manage')) {
      add(IconSpeakerphone, t.newCampaign, { href: to({ to: '/console/shop/$store/campaigns/new', params }) });
      add(IconDiscount2, t.newVoucher, { href: to({ to: '/console/shop/$store/vouchers', params }) });
      const search = { status: 'pending' } as const;
      add(IconChecklist, t.decideOrders, { href: to({ to: '/console/shop/$store/orders', params, search }) });
    }
  }
  if (isAdmin) {
    add(IconCalendarCheck, t.closeMonth, { href: to({ to: '/console/admin/periods' }) });
    add(IconCash, t.newRun, { href: to({ to: '/console/admin/runs/new' }) });
    add(IconBan, t.newVoid, { href: to({ to: '/console/admin/voids/new' }) });
  }
  for (const [scheme, icon] of SCHEMES) add(icon, t.scheme[scheme], { run: () => setColorScheme(scheme) });
  for (const language of Object.keys(LANGUAGES) as Language[])
    if (language !== PAGE_LANGUAGE)
      add(IconLanguage, [t.language(LANGUAGES[language].name), t.languageWords], {
        run: async () => {
          // Without the account, the choice is that of the browser, which applies if the account has none.
          await client.PUT('/v2/me/notification-settings', { body: { language } }).catch(() => undefined);
          chooseLanguage(language);
        },
      });
  add(IconLogout, t.signOut, { run: signOut });
  return actions;
}
