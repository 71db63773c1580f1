type Search = Record<string, unknown>;

/** Reads page, query and sort order from the URL. Invalid values are left out. */
export function readListSearch<Column extends string>(search: Search, columns: readonly Column[]) {
  const page = Number(search['page']);
  return omitUndefined({
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    query: readText(search['query']),
    ...readSort(search, columns),
  });
}

/** Reads the sort order from the URL, if it is by one of the columns. */
export function readSort<Column extends string>(search: Search, columns: readonly Column[]) {
  const sorts = columns.flatMap((column): `${Column}:${'asc' | 'desc'}`[] => [`${column}:asc`, `${column}:desc`]);
  return omitUndefined({ sort: readChoice(search['sort'], sorts) });
}

const readText = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== '' ? String(value) : undefined;

export const readId = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined;

export const readMonth = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/.test(value) ? value : undefined;

export const readDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) ? value : undefined;

export const readCurrency = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined;

export const readChoice = <Word extends string>(value: unknown, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === value);

/** Copies an object without its undefined values, for URLs and requests. */
export function omitUndefined<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
