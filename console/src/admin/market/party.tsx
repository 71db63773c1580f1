import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';

/** A name in a list that leads to its page. */
export function NameLink({ to, children, isMain = false }: { to: LinkProps; children: string; isMain?: boolean }) {
  return (
    <Anchor
      size="sm"
      {...(isMain && { fw: 600 })}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link {...props} {...to} />}
    >
      {children}
    </Anchor>
  );
}

/** The page of a store for administrators. */
export const storePage = (id: number): LinkProps => ({
  to: '/console/admin/stores/$shop',
  params: { shop: String(id) },
});

/** The page of a person for administrators. */
export const personPage = (id: number): LinkProps => ({
  to: '/console/admin/people/$user',
  params: { user: String(id) },
});
