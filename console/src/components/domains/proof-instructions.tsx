import { Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyText } from '../copy-text.tsx';
import { Note, Strong } from '../note.tsx';
import type { Domain } from './domain.ts';
import { useDomainsTexts } from './texts.ts';

/** The records or files to publish as proof of a domain, for each of the three methods. */
export function ProofInstructions({ proof: { dns, file, meta } }: { proof: Domain['proof'] }) {
  const t = useDomainsTexts();
  const methods = [
    {
      title: t.dns.title,
      parts: [
        { label: t.dns.type, value: dns.type, isShort: true },
        { label: t.dns.name, value: dns.name },
        { label: t.dns.value, value: dns.value },
      ],
    },
    {
      title: t.file.title,
      parts: [
        { label: t.file.url, value: file.url },
        { label: t.file.content, value: file.content },
      ],
    },
    {
      title: t.meta.title,
      parts: [
        { label: t.meta.url, value: meta.url },
        { label: t.meta.tag, value: meta.tag },
      ],
    },
  ];
  return (
    <Stack gap="sm">
      <Text size="sm">{t.oneOf}</Text>
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="md">
        {methods.map(({ title, parts }) => (
          <Stack key={title} gap="xs">
            <Strong>{title}</Strong>
            {parts.map((part) => (
              <ProofPart key={part.label} of={title} {...part} />
            ))}
          </Stack>
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface ProofPartProps {
  /** What it is a part of, for the button that copies it. */
  of: string;
  label: string;
  value: string;
  /** Needs no copying. */
  isShort?: boolean;
}

/** A value to publish, with a button that copies it. */
export function ProofPart({ of, label, value, isShort = false }: ProofPartProps) {
  return (
    <div>
      <Note size="xs">{label}</Note>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Code>
        {!isShort && <CopyText text={value} of={`${of}, ${label}`} />}
      </Group>
    </div>
  );
}
