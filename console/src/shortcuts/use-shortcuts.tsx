import { useDisclosure } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { usePlace } from '../components/role-limit.tsx';
import type { Me } from '../session/use-me.ts';
import { useShellTexts } from '../shell/texts.ts';
import { goToPages } from './go-to.ts';
import { useSingleKeys } from './use-single-keys.ts';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'));

/** The shortcuts of single keys, and their overview, which `?` opens and which is loaded when it is first opened. */
export function useShortcuts(me: Me) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const show = () => {
    setWasOpened(true);
    open();
  };
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const pages = goToPages(me, useShellTexts(), usePlace(), pathname);
  useSingleKeys(show, (pressed) => {
    const page = pages.find(({ key }) => key === pressed);
    if (page !== undefined) void navigate(page.item.link);
    return page !== undefined;
  });
  const sheet = wasOpened && (
    <Suspense>
      <ShortcutSheet pages={pages} isOpen={isOpen} onClose={close} />
    </Suspense>
  );
  return { show, sheet };
}
