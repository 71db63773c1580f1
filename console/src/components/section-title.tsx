import { Title, type TitleProps } from '@mantine/core';

/** Heading of a section, or of a part of one (`order` 3). */
export function SectionTitle({ order = 2, ...rest }: TitleProps) {
  return <Title order={order} size={order === 2 ? 'h4' : 'h5'} {...rest} />;
}
