import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';

/** Link to the list above a page title. */
export function BackLink({ to, children }: { to: LinkProps['to']; children: string }) {
  return (
    <Anchor size="sm" mb="xs" display="inline-block" renderRoot={(props) => <Link {...props} to={to} />}>
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {children}
    </Anchor>
  );
}
