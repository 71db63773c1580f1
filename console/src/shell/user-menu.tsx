import { Avatar, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { laterPart } from '../components/lazy-part.tsx';
import type { Me } from '../session/use-me.ts';

const Items = laterPart(() => import('./menus/user-menu.tsx'));

/** The signed-in user, with a menu. */
export const UserMenu = ({ me }: { me: Me }) => (
  <Items
    me={me}
    target={
      <UnstyledButton>
        <Group gap="xs" wrap="nowrap">
          <Avatar name={me.display_name} color="river" variant="filled" size="sm" aria-hidden />
          <Text size="sm" fw={550} visibleFrom="sm" truncate maw={240} title={me.display_name}>
            {me.display_name}
          </Text>
          <VisuallyHidden hiddenFrom="sm">{me.display_name}</VisuallyHidden>
        </Group>
      </UnstyledButton>
    }
  />
);
