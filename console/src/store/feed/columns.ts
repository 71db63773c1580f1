import type { Feed } from './feed.ts';

/** The columns of a feed as text: a line `attribute = column` for each. */
export const columnsText = (columns: Feed['columns']): string =>
  Object.entries(columns)
    .map(([attribute, column]) => `${attribute} = ${column}`)
    .join('\n');

/** Reads the text of `columnsText`. Lines without an equals sign are attributes without a column, which the server refuses by name. */
export function readColumns(text: string): Feed['columns'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [attribute = '', ...column] = line.split('=');
      return [attribute.trim(), column.join('=').trim()];
    }),
  );
}
