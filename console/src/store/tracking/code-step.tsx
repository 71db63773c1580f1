import { Box, Code, Group, Stack, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '../../components/copy-text.tsx';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useTrackingTexts } from './texts.ts';

/** Numbered step with code to copy. */
export function Step({
  number,
  title,
  hint,
  code,
  children,
}: {
  number: number;
  title: string;
  hint?: string;
  code?: string;
  children?: ReactNode;
}) {
  return (
    <Group component="li" align="flex-start" wrap="nowrap" gap="md">
      <ThemeIcon radius="xl" size={30} variant="light" aria-hidden>
        {number}
      </ThemeIcon>
      <Stack gap="xs" flex={1} miw={0}>
        <SectionTitle order={3} lh="30px">
          {title}
        </SectionTitle>
        {hint && <Note>{hint}</Note>}
        {code !== undefined && <CodeToCopy code={code} label={title} />}
        {children}
      </Stack>
    </Group>
  );
}

/** A variant of a step, with code to copy. */
export function Option({ title, hint, code }: { title: string; hint: string; code: string }) {
  return (
    <Stack gap="xs">
      <SectionTitle order={3}>{title}</SectionTitle>
      <Note>{hint}</Note>
      <CodeToCopy code={code} label={title} />
    </Stack>
  );
}

/** Code block with a copy button. */
function CodeToCopy({ code, label }: { code: string; label: string }) {
  const t = useTrackingTexts();
  return (
    <Box role="group" aria-label={t.copyStep(label)}>
      <Code block tabIndex={0} aria-label={label} style={{ overflowX: 'auto' }}>
        {code}
      </Code>
      <Group justify="flex-end" mt={6}>
        <CopyText text={code} />
      </Group>
    </Box>
  );
}
