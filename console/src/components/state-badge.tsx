import { Badge } from '@mantine/core';

const COLORS = { good: 'teal', warning: 'yellow', bad: 'red', neutral: 'gray' } as const;

/** Status badge. The colour repeats the meaning of the text. */
export function StateBadge({ tone, children }: { tone: keyof typeof COLORS; children: string }) {
  return (
    <Badge
      variant="light"
      color={COLORS[tone]}
      tt="none"
      fw={600}
      styles={{ root: { overflow: 'visible', minWidth: 'max-content' }, label: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Badge>
  );
}
