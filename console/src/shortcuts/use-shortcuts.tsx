import { useDisclosure } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { useSingleKeys } from './use-single-keys.ts';

const ShortcutSheet = lazyPart(() => import('./shortcut-sheet.tsx'));

/** The overview of the shortcuts, which `?` opens and which is loaded when it is first opened. */
export function useShortcuts() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  const show = () => {
    setWasOpened(true);
    open();
  };
  useSingleKeys(show);
  const sheet = wasOpened && (
    <Suspense>
      <ShortcutSheet isOpen={isOpen} onClose={close} />
    </Suspense>
  );
  return { show, sheet };
}
