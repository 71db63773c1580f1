import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Note } from '../../components/note.tsx';
import type { StatisticsSearch } from './search.ts';
import { SHOWN_FIGURES, type ShownFigure, shownFigures } from './shown-figures.ts';
import { useStatisticsTexts } from './texts.ts';

/** Menu that selects the visible columns. */
export function FigureMenu({
  search,
  onChange,
}: {
  search: StatisticsSearch;
  onChange: (show: string | undefined) => void;
}) {
  const t = useStatisticsTexts();
  const shown = shownFigures(search);
  const choose = (figure: ShownFigure, isShown: boolean) => {
    const next = SHOWN_FIGURES.filter((one) => (one === figure ? isShown : shown.includes(one)));
    onChange(next.length === SHOWN_FIGURES.length ? undefined : next.join(','));
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t.figures}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {SHOWN_FIGURES.map((figure) => (
            <Checkbox
              key={figure}
              label={t.columns[figure]}
              checked={shown.includes(figure)}
              disabled={shown.length === 1 && shown[0] === figure}
              onChange={({ currentTarget }) => choose(figure, currentTarget.checked)}
            />
          ))}
          <Note size="xs">{t.figuresHint}</Note>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
