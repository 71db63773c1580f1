import { Group, Loader } from '@mantine/core';

/** Placeholder while the code of a page is loading. */
export function PagePending() {
  return (
    <Group justify="center" py={120} role="status" aria-label="…">
      <Loader type="dots" />
    </Group>
  );
}
