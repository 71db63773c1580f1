/** Readers of search parameters. Invalid values are left out. */

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

export function readDays({ from, to }: Record<string, unknown>): { from?: string; to?: string } {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : {};
}

/** Reads a positive integer. */
export function readNumber<Key extends string>(search: Record<string, unknown>, key: Key): { [K in Key]?: number } {
  const value = Number(search[key]);
  return (Number.isSafeInteger(value) && value > 0 ? { [key]: value } : {}) as { [K in Key]?: number };
}

/** Reads a text; the router parses digits as a number. */
export function readText<Key extends string>(search: Record<string, unknown>, key: Key): { [K in Key]?: string } {
  const value = search[key];
  const text = typeof value === 'number' ? String(value) : value;
  return (typeof text === 'string' && text.trim() !== '' ? { [key]: text } : {}) as { [K in Key]?: string };
}

/** Reads one of the given values. */
export function readWord<Key extends string, Word extends string>(
  search: Record<string, unknown>,
  key: Key,
  words: readonly Word[],
): { [K in Key]?: Word } {
  const value = words.find((word) => word === search[key]);
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Word };
}
