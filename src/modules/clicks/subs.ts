/** Sub-ids of a click: `sub1` to `sub5`, which a creator or network adds to a tracked link to distinguish placements. */
export type Subs = Readonly<Record<string, string>>;

export const SUB_NAMES = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
export type SubName = (typeof SUB_NAMES)[number];

/** The maximum stored length of a sub-id, in characters. */
const MAX_SUB_LENGTH = 255;

/** Parameter names of other networks. A later name applies only if the earlier ones are missing. */
const ALIASES: Record<SubName, readonly string[]> = {
  sub1: ['sub1', 'subid1', 'sub_id1', 'subid', 'sub_id', 'aff_sub', 'aff_sub1', 'clickref', 'epi', 'u1', 'sid', 's1'],
  sub2: ['sub2', 'subid2', 'sub_id2', 'aff_sub2', 'clickref2', 'epi2', 'u2', 's2'],
  sub3: ['sub3', 'subid3', 'sub_id3', 'aff_sub3', 'clickref3', 'epi3', 'u3', 's3'],
  sub4: ['sub4', 'subid4', 'sub_id4', 'aff_sub4', 'clickref4', 'epi4', 'u4', 's4'],
  sub5: ['sub5', 'subid5', 'sub_id5', 'aff_sub5', 'clickref5', 'epi5', 'u5', 's5'],
};

/**
 * Reads the sub-ids of a followed link. Most clicks have no query.
 * @param query without its question mark
 * @returns undefined if there are none
 */
export function readSubs(query: string): Subs | undefined {
  if (query === '') return undefined;
  const parameters = new URLSearchParams(query);
  let subs: Record<string, string> | undefined;
  for (const name of SUB_NAMES) {
    const alias = ALIASES[name].find((one) => parameters.has(one));
    const value = alias === undefined ? '' : clean(parameters.get(alias) ?? '');
    if (value !== '') subs = { ...subs, [name]: value };
  }
  return subs;
}

/** Removes control characters, which PostgreSQL refuses or reports do not show, and truncates the value. */
function clean(value: string): string {
  return [...value.replaceAll(/\p{Cc}/gu, '')].slice(0, MAX_SUB_LENGTH).join('');
}

/** Whether a value from a journal has the form of the result of `readSubs`. */
export function isSubs(value: unknown): value is Subs {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, text]) =>
      SUB_NAMES.includes(name as SubName) && typeof text === 'string' && text !== '' && clean(text) === text,
  );
}
