/**
 * Returns the pattern for `LIKE` and `ILIKE` that matches texts containing this one. Its own `%`, `_` and `\` are
 * escaped.
 */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
