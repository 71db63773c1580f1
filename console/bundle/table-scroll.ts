import type { Plugin } from 'vite';

const SCROLL_CONTAINER = /\/@mantine\/core\/.*\/TableScrollContainer\.mjs$/;

/**
 * Leaves the scroll container out of Mantine's `Table`, of which it is a part: its scroll area and a library for positions would be
 * loaded for each table (14 kB). The console has `components/table/table-scroll.tsx`.
 */
export function withoutScrollContainer(): Plugin {
  return {
    name: 'without-scroll-container',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (SCROLL_CONTAINER.test(id) ? 'export const TableScrollContainer = undefined;' : undefined),
    transform(code, id) {
      if (id.includes('/console/src/') && code.includes('Table.ScrollContainer'))
        this.error('Table.ScrollContainer is not in the build: use TableScroll.');
    },
  };
}
