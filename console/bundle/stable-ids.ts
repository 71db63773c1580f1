import type { Plugin } from 'vite';

const USE_ID = /\/@mantine\/hooks\/.*\/use-id\.mjs$/;

const SOURCE = `
import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : id;
}
`;

/**
 * Gives Mantine's components React's identifiers. Mantine replaces them with random ones after the first rendering, which renders the
 * frame and every input twice, the second time in one task.
 */
export function stableIds(): Plugin {
  return {
    name: 'stable-ids',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (USE_ID.test(id) ? SOURCE : undefined),
  };
}
