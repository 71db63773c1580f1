/** The edits of a saved record: the edited fields, and the value of each field when it was first edited. */
export interface Edits<Values extends object> {
  typed: Partial<Values>;
  bases: Partial<Values>;
}

/** A field that is edited in this form and was changed by another person. */
export interface Conflict<Values extends object> {
  field: keyof Values & string;
  mine: Values[keyof Values];
  theirs: Values[keyof Values];
}

/** Whether two form values are equal: texts, flags, and lists of texts. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The value at a path, such as `tiers.0.bonus`; undefined if the input has no such field. */
export const valueAt = (values: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], values);

const fieldsOf = <Values extends object>(values: Partial<Values>) => Object.keys(values) as (keyof Values & string)[];

/**
 * Adds a change to the edits. The base of a field that is edited for the first time is its saved value. A field that has the value
 * of its base again is no longer edited.
 */
export function withChange<Values extends object>(
  { typed, bases }: Edits<Values>,
  change: Partial<Values>,
  saved: Values,
): Edits<Values> {
  const first = fieldsOf(change).filter((field) => !(field in typed));
  const fresh = Object.fromEntries(first.map((field) => [field, saved[field]])) as Partial<Values>;
  const after = { typed: { ...typed, ...change }, bases: { ...bases, ...fresh } };
  return without(
    after,
    fieldsOf(after.typed).filter((field) => isSame(after.typed[field], after.bases[field])),
  );
}

/** Returns the edits without the given fields. */
export function without<Values extends object>(
  { typed, bases }: Edits<Values>,
  fields: readonly string[],
): Edits<Values> {
  const rest = (values: Partial<Values>) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field))) as Partial<Values>;
  return { typed: rest(typed), bases: rest(bases) };
}

/**
 * Returns the edited fields whose saved values differ from those that the edits began with, and from the edits.
 * @param sent the values that were saved from here: they do not count as changes by another user, even if the edits began before the
 * record was read again
 */
export function conflictsOf<Values extends object>(
  { typed, bases }: Edits<Values>,
  saved: Values,
  sent: Partial<Values> = {},
): Conflict<Values>[] {
  const isKnown = (field: keyof Values) => [bases, typed, sent].some((values) => isSame(values[field], saved[field]));
  return fieldsOf(typed)
    .filter((field) => !isKnown(field))
    .map((field) => ({ field, mine: typed[field]!, theirs: saved[field] }));
}

/** Applies a decision: the fields in `theirs` keep their saved values, and the other edits are based on the saved values. */
export function decided<Values extends object>(
  edits: Edits<Values>,
  theirs: readonly string[],
  saved: Values,
): Edits<Values> {
  const { typed } = without(edits, theirs);
  const bases = Object.fromEntries(fieldsOf(typed).map((field) => [field, saved[field]])) as Partial<Values>;
  return { typed, bases };
}
