import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useFormats } from '../../language/formats.ts';
import { Note } from '../note.tsx';
import { useCommonTexts } from '../texts.ts';

interface PagesProps {
  /** 1-based. */
  page: number;
  pages: number | undefined;
  /** Number of rows on all pages. */
  total: number | undefined;
  onPage: ((page: number) => void) | undefined;
}

/** Number of rows, and buttons to the next and the previous page; nothing if there is only one. */
export function Pages({ page, pages, total, onPage }: PagesProps) {
  const t = useCommonTexts().table;
  const { number } = useFormats();
  if (pages === undefined || onPage === undefined || (pages <= 1 && page === 1)) return null;
  return (
    <Group justify="space-between" p="md" component="nav" aria-label={t.page(page, pages)}>
      <Note>{total !== undefined && t.rows(number(total))}</Note>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label={t.previous}
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, pages))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text size="sm">{t.page(page, pages)}</Text>
        <ActionIcon variant="default" aria-label={t.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
