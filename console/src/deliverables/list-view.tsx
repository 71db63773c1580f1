import { Button, Group, Stack, Text } from '@mantine/core';
import { Note, Strong } from '../components/note.tsx';
import { useFormats } from '../language/formats.ts';
import type { Deliverable } from './deliverable.ts';
import { DeliverableStatus, useStatusWords } from './status.tsx';
import { useDeliverableTexts } from './texts.ts';

/** Deliverables by their days. A creator sees no names, and the texts are those for creators. */
export function ListView({
  of,
  isOwn = false,
  onOpen,
}: {
  of: readonly Deliverable[];
  isOwn?: boolean;
  onOpen: (id: number) => void;
}) {
  const t = useDeliverableTexts();
  const { day } = useFormats();
  const words = useStatusWords(isOwn);
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {of.map((one) => (
        <Group key={one.id} component="li" justify="space-between" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Button
              variant="transparent"
              p={0}
              h="auto"
              styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
              aria-label={t.open(one.title, one.user.name, words(one))}
              onClick={() => onOpen(one.id)}
            >
              <Strong>{one.title}</Strong>
            </Button>
            {!isOwn && <Text size="sm">{one.user.name}</Text>}
            <Note>{t.due(day(one.due_on))}</Note>
          </div>
          <DeliverableStatus of={one} isOwn={isOwn} />
        </Group>
      ))}
    </Stack>
  );
}
