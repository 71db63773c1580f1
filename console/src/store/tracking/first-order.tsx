import { Group, Loader, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import type { Collector } from './use-collectors.ts';

/** The last step of a method: waits for the first order, and turns green by itself when it has arrived. */
export function FirstOrder({ collector: { last_seen_at: seenAt } }: { collector: Collector }) {
  const t = useTrackingTexts().first;
  const { relative } = useFormats();
  return (
    <Group gap="sm" role="status" data-first-order={seenAt === null ? 'waiting' : 'received'}>
      {seenAt === null ? (
        <Loader size={22} type="dots" aria-hidden />
      ) : (
        <ThemeIcon radius="xl" size={30} color="teal" aria-hidden>
          <IconCheck size={18} />
        </ThemeIcon>
      )}
      <Text size="sm" fw={600} {...(seenAt !== null && { className: 'is-better' })}>
        {seenAt === null ? t.waiting : t.received(relative(seenAt))}
      </Text>
    </Group>
  );
}
