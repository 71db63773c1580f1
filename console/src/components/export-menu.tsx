import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useReader } from '../language/language.tsx';
import { DEFAULT_LANGUAGE } from '../language/languages.ts';
import { laterPart } from './lazy-part.tsx';
import type { ExportFormat } from './menus/export-menu.tsx';
import { useCommonTexts } from './texts.ts';

export type { ExportFormat } from './menus/export-menu.tsx';

const FormatMenu = laterPart(() => import('./menus/export-menu.tsx'));

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
  const { language } = useReader();
  /** The same file with headings in the language of the console. */
  const withHeadings = (url: string) =>
    language === DEFAULT_LANGUAGE ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
  return (
    <FormatMenu
      target={
        <Button variant="default" size="xs" leftSection={<IconDownload size={14} aria-hidden />}>
          {t.button}
        </Button>
      }
      files={formats.map((format) => ({ format, url: withHeadings(urlOf(format)) }))}
    />
  );
}
