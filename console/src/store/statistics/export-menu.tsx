import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { FILE_FORMATS, fileAddress } from './query.ts';
import type { StatisticsKind, StatisticsSearch } from './search.ts';
import { useStatisticsTexts } from './texts.ts';

/** The list that is shown, as a file. */
export function ExportMenu({ store, kind, search }: { store: number; kind: StatisticsKind; search: StatisticsSearch }) {
  const t = useStatisticsTexts().file;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" size="sm" leftSection={<IconDownload size={16} aria-hidden />}>
          {t.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.hint}</Menu.Label>
        {FILE_FORMATS.map((format) => (
          <Menu.Item key={format} component="a" href={fileAddress(store, kind, { search, format })} download>
            {t[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
