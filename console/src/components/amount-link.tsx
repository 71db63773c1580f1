import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useCommonTexts } from './texts.ts';

/**
 * An amount that links to its components.
 * @param of the subject of the amount, for screen readers: "Order 12"
 */
export function AmountLink({ to, of, children }: { to: LinkProps; of: string; children: string }) {
  const t = useCommonTexts();
  return (
    <Anchor
      inherit
      c="inherit"
      underline="always"
      style={{ whiteSpace: 'nowrap' }}
      aria-label={`${children}, ${t.detailsOf(of)}`}
      renderRoot={(props) => <Link {...props} {...to} />}
    >
      {children}
    </Anchor>
  );
}
