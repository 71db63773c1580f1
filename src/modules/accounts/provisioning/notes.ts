import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../audit.ts';
import type { Fields } from './resource.ts';

// The audit log records the fields that administrators change. For numbers, ids and flags it also records the old and
// the new value. Texts are omitted, because they may be names or secrets.

type Where = Pick<Context, 'db' | 'actor'>;

export async function noteCreated(ctx: Where, kind: string, id: number, given: Fields): Promise<void> {
  await note(ctx, kind, 'created', id, { fields: namesOf(given), to: loggedValues(given, given) });
}

export async function noteUpdated(
  ctx: Where,
  kind: string,
  before: Fields & { id: number },
  changes: Fields,
): Promise<void> {
  const details = { fields: namesOf(changes), from: loggedValues(changes, before), to: loggedValues(changes, changes) };
  await note(ctx, kind, 'updated', before.id, details);
}

export async function noteDeleted(ctx: Where, kind: string, id: number): Promise<void> {
  await note(ctx, kind, 'deleted', id, {});
}

/** Records any other action on a record, such as `tags_changed` of a `user`. */
export async function note({ db, actor }: Where, kind: string, happened: string, id: number, details: Fields) {
  const subjectKind = kind.replaceAll(' ', '_');
  await writeAudit(db, {
    actor,
    action: `${subjectKind}.${happened}`,
    subjectKind,
    subjectId: id,
    details,
  });
}

function namesOf(fields: Fields): string[] {
  return Object.keys(fields).filter((field) => fields[field] !== undefined);
}

function loggedValues(changes: Fields, values: Fields): Fields {
  const kept = namesOf(changes).filter((field) => [values[field]].flat().every(isPlain));
  return Object.fromEntries(kept.map((field) => [field, values[field]]));
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
