import { Kbd, Menu, useMantineColorScheme } from '@mantine/core';
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
import type { ReactElement } from 'react';
import type { Me } from '../../session/use-me.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.tsx';
import { useShellTexts } from '../texts.ts';

const SCHEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

interface UserMenuProps {
  /** The button that opens it. */
  target: ReactElement;
  me: Me;
}

/** Menu with account, colour scheme and sign-out, and the keyboard shortcuts that it lists. */
export default function UserMenu({ target, me }: UserMenuProps) {
  const t = useShellTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const { show, sheet } = useShortcuts(me);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>{target}</Menu.Target>
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
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
              rightSection={<Icon size={16} />}
            >
              {t.scheme[scheme]}
            </Menu.RadioItem>
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
