import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { useCommonTexts } from '../components/texts.ts';
import type { HelpSubject } from './topics.ts';

const HelpContent = lazyPart(() => import('./help-content.tsx'));

/** The help beside the page. The texts are in a file of their own, which no page needs until the help is opened. */
export default function HelpPanel({ subject, onClose }: { subject: HelpSubject; onClose: () => void }) {
  const t = useCommonTexts().help;
  return (
    <Dialog isDrawer opened onClose={onClose} title={t.title}>
      <Suspense fallback={<Skeleton h={240} />}>
        <HelpContent subject={subject} onFollow={onClose} />
      </Suspense>
    </Dialog>
  );
}
