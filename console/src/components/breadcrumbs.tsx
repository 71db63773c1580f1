import { Anchor, Group, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useCommonTexts } from './texts.ts';

interface BreadcrumbsProps {
  /** The pages above this one, outermost first. */
  above: readonly { label: string; link: LinkProps }[];
  /** The title of this page. */
  current: string;
}

/** The breadcrumbs from the section to this page, above its title. */
export function Breadcrumbs({ above, current }: BreadcrumbsProps) {
  const t = useCommonTexts();
  return (
    <nav aria-label={t.breadcrumbs}>
      <Group component="ol" gap={6} p={0} m={0} mb={4} style={{ listStyle: 'none' }}>
        {above.map(({ label, link }) => (
          <li key={label}>
            <Anchor size="sm" renderRoot={(props) => <Link {...props} {...link} />}>
              {label}
            </Anchor>{' '}
            <Text span size="sm" c="dimmed" aria-hidden>
              /
            </Text>
          </li>
        ))}
        <Text component="li" size="sm" c="dimmed" aria-current="page" style={{ overflowWrap: 'anywhere' }}>
          {current}
        </Text>
      </Group>
    </nav>
  );
}
