import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHelp } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { useCommonTexts } from '../components/texts.ts';
import type { HelpSubject, Term } from './topics.ts';

const HelpPanel = lazyPart(() => import('./help-panel.tsx'));

/**
 * The help that a button opens. The panel and its texts are loaded when it is first opened. The button renders `panel` beside itself,
 * so that a dialog around both is not closed with it.
 */
export function useHelp(subject: HelpSubject) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const panel = isOpen && (
    <Suspense>
      <HelpPanel subject={subject} onClose={close} />
    </Suspense>
  );
  return { open, panel };
}

/** Opens the help of the current page. */
export function PageHelp() {
  return <HelpIcon subject="page" label={useCommonTexts().help.page} size={18} />;
}

/** Opens the explanation of the terms that a label contains. */
export function TermHelp({ terms, label }: { terms: readonly Term[]; label: string }) {
  return <HelpIcon subject={terms} label={useCommonTexts().help.terms(label)} size={14} />;
}

function HelpIcon({ subject, label, size }: { subject: HelpSubject; label: string; size: number }) {
  const { open, panel } = useHelp(subject);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        style={{ verticalAlign: 'middle' }}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={open}
      >
        <IconHelp size={size} aria-hidden />
      </ActionIcon>
      {panel}
    </>
  );
}
