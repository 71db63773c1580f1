import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactElement } from 'react';
import { copyToClipboard } from '../../../components/clipboard.ts';
import { useCreatorTexts } from '../../texts.ts';

interface ShareMenuProps {
  /** The button that opens the menu. */
  target: ReactElement;
  url: string;
  title: string;
}

/** Ways to share a link in browsers without the sharing of the device. */
export default function ShareMenu({ target, url, title }: ShareMenuProps) {
  const t = useCreatorTexts().link.sharing;
  const withNotice = `${t.notice(title)} ${url}`;
  const copy = async (text: string) => {
    const isCopied = await copyToClipboard(text);
    notifications.show({ message: isCopied ? t.copied : t.refused, color: isCopied ? 'river' : 'red' });
  };
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(withNotice)}`;
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy(url)}>{t.copy}</Menu.Item>
        <Menu.Item onClick={() => copy(withNotice)}>{t.copyWith}</Menu.Item>
        <Menu.Item component="a" href={mail}>
          {t.mail}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
