import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useSingleKeys } from './use-single-keys.ts';

const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx'));

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
