import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCommonTexts } from './texts.ts';

export type ExportFormat = 'xlsx' | 'csv' | 'json';

/**
 * Menu that downloads the current list as a file.
 * @param urlOf returns the URL of the list in a format
 */
export function ExportMenu<Format extends ExportFormat>({
  formats,
  urlOf,
}: {
  formats: readonly Format[];
  urlOf: (format: Format) => string;
}) {
  const t = useCommonTexts().export;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />}>
          {t.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.hint}</Menu.Label>
        {formats.map((format) => (
          <Menu.Item key={format} component="a" href={urlOf(format)} download>
            {t[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
