import { Badge, NavLink, VisuallyHidden } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWorkTexts } from './texts.ts';
import { useWork } from './use-work.ts';

const MAX_SHOWN = 99;

/** Link to the reader's open tasks, with their number. */
export function WorkNavigation({ onChoice }: { onChoice: () => void }) {
  const t = useWorkTexts();
  const tasks = useWork().data?.data.length ?? 0;
  return (
    <NavLink
      label={t.title}
      leftSection={<IconChecklist size={18} stroke={1.7} aria-hidden />}
      rightSection={
        tasks > 0 && (
          <>
            <Badge size="sm" circle={tasks < 10} variant="filled" aria-hidden>
              {tasks > MAX_SHOWN ? `${MAX_SHOWN}+` : tasks}
            </Badge>
            <VisuallyHidden>, {t.open(tasks)}</VisuallyHidden>
          </>
        )
      }
      renderRoot={(props) => (
        <Link
          {...props}
          to="/console/work"
          onClick={onChoice}
          activeProps={{ 'data-active': true, 'aria-current': 'page' } as object}
        />
      )}
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    />
  );
}
