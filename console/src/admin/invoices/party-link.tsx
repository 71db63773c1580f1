import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';

/** Link to the recipient of an invoice. */
export function PartyLink({ kind, id, name }: { kind: 'store' | 'client' | 'creator'; id: number; name: string }) {
  const links: Record<typeof kind, LinkProps> = {
    store: { to: '/console/shop/$store', params: { store: String(id) } },
    client: { to: '/console/admin/clients/$agency', params: { agency: String(id) } },
    creator: { to: '/console/admin/people/$user', params: { user: String(id) } },
  };
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} {...links[kind]} />}>
      {name}
    </Anchor>
  );
}
