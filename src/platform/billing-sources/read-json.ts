/** An object of JSON whose fields are not known to exist. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses a body that is an object; null if it is none. */
export function objectOf(body: Buffer): Fields | null {
  try {
    return fieldsOf(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

/** The fields of a value; null if it is no object. */
export const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** The value below a path of names; undefined if there is none. */
export function at(fields: Fields, ...path: readonly string[]): unknown {
  let value: unknown = fields;
  for (const name of path) value = fieldsOf(value)?.[name];
  return value;
}

/** The objects of a list below a path; none if there is no list. */
export function listAt(fields: Fields, ...path: readonly string[]): Fields[] {
  const value = at(fields, ...path);
  return Array.isArray(value) ? value.map(fieldsOf).filter((one) => one !== null) : [];
}

/** The longest id that is stored. */
const MAX_ID = 255;

/** A text that is not empty below a path, also the id of an object there; null if there is none. */
export function textAt(fields: Fields, ...path: readonly string[]): string | null {
  const value = at(fields, ...path);
  const found = fieldsOf(value)?.['id'] ?? value;
  return typeof found === 'string' && found !== '' && found.length <= MAX_ID && !found.includes('\0') ? found : null;
}

/** A whole number below a path; null if there is none. */
export function wholeAt(fields: Fields, ...path: readonly string[]): number | null {
  const value = at(fields, ...path);
  return Number.isSafeInteger(value) ? (value as number) : null;
}

/** The instant of a number of seconds below a path; null if there is none. */
export function instantAt(fields: Fields, ...path: readonly string[]): Date | null {
  const seconds = wholeAt(fields, ...path);
  // Until the year 9999, as the database.
  return seconds === null || seconds < 0 || seconds > 253_402_300_799 ? null : new Date(seconds * 1_000);
}
