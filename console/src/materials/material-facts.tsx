import { Anchor, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import type { ReactNode } from 'react';
import { useFileSize } from '../components/file-size.ts';
import { Note } from '../components/note.tsx';
import { useMaterialTexts } from './texts.ts';

export type Material =
  paths['/v2/offers/{offer}/materials']['get']['responses']['200']['content']['application/json']['data'][number];

/** The files of a campaign, each with its name, which downloads it. */
export function MaterialItems({
  materials,
  children,
}: {
  materials: readonly Material[];
  children?: (material: Material, index: number) => ReactNode;
}) {
  return (
    <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
      {materials.map((material, index) => (
        <li key={material.id}>
          <MaterialFacts of={material} />
          {children?.(material, index)}
        </li>
      ))}
    </Stack>
  );
}

function MaterialFacts({ of }: { of: Material }) {
  const t = useMaterialTexts();
  const sizeOf = useFileSize();
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor size="sm" fw={600} href={`/v2/materials/${of.id}/file`} download={of.file_name}>
        {of.file_name}
      </Anchor>
      {of.note !== '' && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {of.note}
        </Text>
      )}
      <Note size="xs">
        {sizeOf(of.size)} · {t.checksum} {of.sha256}
      </Note>
    </div>
  );
}
