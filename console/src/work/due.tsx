import { Group, Text } from '@mantine/core';
import { StateBadge } from '../components/state-badge.tsx';
import { useFormats } from '../language/formats.ts';
import { useWorkTexts } from './texts.ts';
import type { WorkItem } from './use-work.ts';

/** The due date of a task; nothing if it has none. */
export function Due({ item: { due_at: due, is_overdue: isOverdue } }: { item: WorkItem }) {
  const t = useWorkTexts();
  const { day } = useFormats();
  if (due === null) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t.dueOn(day(due))}</Text>
      {isOverdue && <StateBadge tone="bad">{t.overdue}</StateBadge>}
    </Group>
  );
}
