import { Group, Title, type TitleProps } from '@mantine/core';
import { TermHelp } from '../help/help.tsx';
import type { Term } from '../help/topics.ts';

interface SectionTitleProps extends TitleProps {
  /** The terms that the heading explains. */
  terms?: readonly Term[];
}

/** Heading of a section, or of a part of one (`order` 3). */
export function SectionTitle({ order = 2, terms, ...rest }: SectionTitleProps) {
  const title = <Title order={order} size={order === 2 ? 'h4' : 'h5'} {...rest} />;
  if (terms === undefined) return title;
  return (
    <Group gap={4} wrap="nowrap">
      {title}
      <TermHelp terms={terms} label={String(rest.children)} />
    </Group>
  );
}
