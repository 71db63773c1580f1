import { Avatar, Group, Kbd, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconFlask,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Me } from '../session/use-me.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.tsx';
import { useShellTexts } from './texts.ts';

const SCHEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

/** Menu with account, colour scheme and sign-out. */
export function UserMenu({ me }: { me: Me }) {
  const t = useShellTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const { show, sheet } = useShortcuts();
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <UnstyledButton>
            <Group gap="xs" wrap="nowrap">
              <Avatar name={me.display_name} color="river" variant="filled" size="sm" aria-hidden />
              <Text size="sm" fw={550} visibleFrom="sm" truncate maw={240} title={me.display_name}>
                {me.display_name}
              </Text>
              <VisuallyHidden hiddenFrom="sm">{me.display_name}</VisuallyHidden>
            </Group>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{me.email}</Menu.Label>
          <Menu.Item leftSection={<IconUser size={16} />} component={Link} to="/console/account">
            {t.account}
          </Menu.Item>
          <Menu.Item leftSection={<IconFlask size={16} />} component={Link} to="/console/sandboxes">
            {t.sandboxes}
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<Kbd size="xs">?</Kbd>} onClick={show}>
            {t.shortcuts}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t.scheme.title}</Menu.Label>
          {SCHEMES.map(([scheme, Icon]) => (
            <Menu.Item
              key={scheme}
              leftSection={<Icon size={16} />}
              onClick={() => setColorScheme(scheme)}
              role="menuitemradio"
              aria-checked={colorScheme === scheme}
              fw={colorScheme === scheme ? 650 : 400}
            >
              {t.scheme[scheme]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
            {t.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {sheet}
    </>
  );
}
