import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useCommonTexts } from '../texts.ts';

export type ExportFormat = 'xlsx' | 'csv' | 'json' | 'pdf';

interface ExportMenuProps {
  /** The button that opens the menu. */
  target: ReactElement;
  files: readonly { format: ExportFormat; url: string }[];
}

/** The formats of a file, each as a download. */
export default function ExportMenu({ target, files }: ExportMenuProps) {
  const t = useCommonTexts().export;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.hint}</Menu.Label>
        {files.map(({ format, url }) => (
          <Menu.Item key={format} component="a" href={url} download>
            {format === 'pdf' ? 'PDF' : t[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
