import { Anchor, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useCommonTexts } from './texts.ts';

interface BreadcrumbsProps {
  /** The page above this one. */
  above: { label: string; link: LinkProps };
  /** The title of this page. */
  current: string;
}

/** The breadcrumbs from the page above to this page, above its title. */
export function Breadcrumbs({ above: { label, link }, current }: BreadcrumbsProps) {
  return (
    <Text component="nav" aria-label={useCommonTexts().breadcrumbs} size="sm" c="dimmed" mb={4}>
      <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} {...link} />}>
        {label}
      </Anchor>{' '}
      / <span aria-current="page">{current}</span>
    </Text>
  );
}
