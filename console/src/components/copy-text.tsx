import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyToClipboard } from './clipboard.ts';
import { useCommonTexts } from './texts.ts';

interface CopyTextProps {
  text: string;
  label?: string;
  /** Accessible name of the copied text. */
  of?: string;
  size?: 'xs' | 'sm' | 'md';
}

const SHOWN_MS = 2000;

/** Button that copies a text. */
export function CopyText({ text, label, of, size = 'xs' }: CopyTextProps) {
  const t = useCommonTexts().copy;
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const words = outcome === null ? (label ?? t.copy) : t[outcome];
  const Icon = outcome === null ? IconCopy : outcome === 'copied' ? IconCheck : IconX;
  return (
    <Button
      size={size}
      variant={outcome === 'copied' ? 'filled' : 'light'}
      onClick={async () => setOutcome((await copyToClipboard(text)) ? 'copied' : 'refused')}
      leftSection={<Icon size={14} />}
      // Keeps its label beside a long name.
      style={{ flexShrink: 0 }}
      {...(of === undefined ? {} : { 'aria-label': `${words}: ${of}` })}
    >
      {words}
    </Button>
  );
}
