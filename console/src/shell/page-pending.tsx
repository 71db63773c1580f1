import { Group, Loader } from '@mantine/core';

/** While a page's program is being loaded. */
export function PagePending() {
  return (
    <Group justify="center" py={120} role="status" aria-label="…">
      <Loader type="dots" />
    </Group>
  );
}
