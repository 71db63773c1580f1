import type { Plugin } from 'vite';

const AUTOSIZE = /\/@mantine\/core\/.*\/Textarea\/Autosize\.mjs$/;

const SOURCE = `
import { jsx } from 'react/jsx-runtime';
const rows = (count) => 'calc(' + count + 'lh + 2 * var(--input-padding-y, 0px) + 2px)';
export function TextareaAutosize({ minRows = 1, maxRows, style, ...others }) {
  const limits = { minHeight: rows(minRows), ...(maxRows !== undefined && { maxHeight: rows(maxRows) }) };
  return jsx('textarea', { ...others, rows: minRows, style: { ...style, ...limits, fieldSizing: 'content', resize: 'vertical' } });
}
`;

/**
 * Lets the browser give a text area the height of its text. Mantine measures each text area when it is shown, which lays out the whole
 * page once for each of them, in one task. A browser without \`field-sizing\` shows the least number of rows, which the reader can enlarge.
 */
export function sizedByContent(): Plugin {
  return {
    name: 'sized-by-content',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (AUTOSIZE.test(id) ? SOURCE : undefined),
  };
}
