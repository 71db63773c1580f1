import { Group, Loader } from '@mantine/core';
import { useCommonTexts } from '../components/texts.ts';

/** Placeholder while the code of a page is loading. */
export function PagePending() {
  const t = useCommonTexts().table;
  return (
    <Group justify="center" py={120} role="status" aria-label={t.loading}>
      <Loader type="dots" />
    </Group>
  );
}

/** Placeholder while nothing else is shown: keeps the shell of the page visible (`shell/shell.css`). */
export function ShellPending() {
  return <span data-shell hidden />;
}
