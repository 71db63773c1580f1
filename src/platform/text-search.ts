/**
 * Returns the pattern for `LIKE` and `ILIKE` that matches texts containing this one. Its own `%`, `_` and `\` are
 * escaped.
 */
export function containing(text: string): string {
  return `%${escaped(text)}%`;
}

/** Returns the pattern for `LIKE` on texts in lower case that begin with this one, in any case. */
export function beginningWith(text: string): string {
  return `${escaped(text.toLowerCase())}%`;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
