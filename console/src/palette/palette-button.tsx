import { ActionIcon } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import type { Place } from '../session/access.ts';
import type { Me } from '../session/use-me.ts';
import { useRecentPages } from './recent-pages.ts';
import { usePaletteTexts } from './texts.ts';

const Palette = lazyPart(() => import('./palette.tsx'));

/** Button and shortcut (Ctrl or Cmd and K) of the command palette, which is loaded when it is first opened. */
export function PaletteButton({ me, place }: { me: Me; place: Place }) {
  const t = usePaletteTexts();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wasOpened, setOpened] = useState(false);
  const [recent, add] = useRecentPages(me.id, t.page);
  const show = () => {
    setOpened(true);
    open();
  };
  useHotkeys([['mod+K', show]], [], true);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t.title}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${t.title} (${t.key})`}
        onClick={show}
      >
        <IconSearch size={20} />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <Palette me={me} place={place} recent={recent} onChoice={add} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
