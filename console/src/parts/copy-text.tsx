import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { usePartTexts } from './texts.ts';

/** Puts a text into the clipboard. */
export function CopyText({ text, label, size = 'xs' }: { text: string; label?: string; size?: 'xs' | 'sm' | 'md' }) {
  const t = usePartTexts().copy;
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size={size}
          variant={copied ? 'filled' : 'light'}
          onClick={copy}
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        >
          {copied ? t.copied : (label ?? t.copy)}
        </Button>
      )}
    </CopyButton>
  );
}
