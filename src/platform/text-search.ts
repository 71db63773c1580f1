/** The pattern for `LIKE` and `ILIKE` of texts that contain this one; its own `%`, `_` and `\` are meant as they stand. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
