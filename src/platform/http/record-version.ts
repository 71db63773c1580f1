import { createHash } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { ChangedSince, InvalidInput } from '../errors/errors.ts';

const HEADER = 'if-match';
/** Lengths of the hashes in Base64url characters: of all fields, of one field, and of a whole reply. */
const WHOLE_LENGTH = 22;
const FIELD_LENGTH = 4;
const REPLY_LENGTH = 11;
const LIST = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;
const TAGS = /"([^"]*)"/g;

/** The fields of a record that a change can set, by name, with the values of the reply to a GET. */
export type VersionFields = Readonly<Record<string, unknown>>;

/** The request header for the API reference. */
export const ifMatchHeaders = (): Record<string, TSchema> => ({
  [HEADER]: Type.Optional(
    Type.String({
      description:
        'The `etag` of the record as it was read. If the record has changed since, the request is refused with a 412. Without this header, the record is not compared.',
    }),
  ),
});

/**
 * The entity tag of a record, with quotes: a hash of its fields, then a short hash of each field in the order of their names, so that
 * a later comparison can name the fields that differ, and a hash of the whole reply, for conditional reads. The fields are part of a reply to the same
 * caller, so the tag reveals nothing.
 * @param reply undefined: the tag is that of the fields alone
 */
export function tagOf(fields: VersionFields, reply?: unknown): string {
  const entries = sorted(fields).map(([name, value]) => [name, JSON.stringify(value)] as const);
  const parts = entries.map(([, text]) => hash(text, FIELD_LENGTH)).join('');
  const shown = reply === undefined ? '' : `.${hash(JSON.stringify(reply), REPLY_LENGTH)}`;
  return `"${hash(JSON.stringify(entries), WHOLE_LENGTH)}.${parts}${shown}"`;
}

/** The tag of a reply without the hash of the whole reply: that of the fields alone. */
export const ofFields = (tag: string): string => tag.replace(/^("[^".]*\.[^".]*)\.[^"]*"$/, '$1"');

/**
 * Reads `If-Match`. A tag that a compressing proxy has marked as weak counts as the tag itself.
 * @returns the tags with their quotes; null without the header, and for `*`, because the policy has found the record
 * @throws InvalidInput naming the header
 */
export function readIfMatch(header: string | undefined): string[] | null {
  if (header === undefined || header.trim() === '*') return null;
  if (!LIST.test(header))
    throw new InvalidInput({ [HEADER]: ['must be the `etag` of a reply, with its quotes, or *'] });
  return [...header.matchAll(TAGS)].map(([tag]) => tag);
}

/**
 * Refuses a change of a record that has changed since the caller read it. The caller holds the lock of the record.
 * @param tags the tags in the request
 * @throws ChangedSince naming the fields that differ from the first tag
 */
export function requireVersion(tags: readonly string[], fields: VersionFields): void {
  const current = tagOf(fields);
  if (tags.some((tag) => ofFields(tag) === current)) return;
  throw new ChangedSince(differing(tags[0]!, current, fields), current);
}

/** Returns the names of the fields whose hashes differ; all names if the tag does not belong to this kind of record. */
function differing(tag: string, current: string, fields: VersionFields): string[] {
  const [was, is] = [partsOf(tag), partsOf(current)];
  const names = sorted(fields).map(([name]) => name);
  if (was.length !== is.length) return names;
  const at = (parts: string, index: number) => parts.slice(index * FIELD_LENGTH, (index + 1) * FIELD_LENGTH);
  return names.filter((_, index) => at(was, index) !== at(is, index));
}

const partsOf = (tag: string): string => tag.slice(1, -1).split('.')[1] ?? '';

/** An undefined field is not in the reply. */
const sorted = (fields: VersionFields) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));

const hash = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);
