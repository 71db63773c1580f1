import { InvalidInput } from '../../platform/errors/errors.ts';
import { onOneLine } from '../../platform/mail/mail.ts';

/** The fields of a text, which are replaced by values of the recipient's participation. */
export const TEXT_FIELDS = ['name', 'campaign', 'store', 'link'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** The most characters that one value adds to a text. */
const MAX_VALUE = 200;
/** The most fields of a text. */
const MAX_FIELDS = 20;

const FIELD = /\{([^{}\n]*)\}/g;

/**
 * Checks the fields of a text.
 * @param name the name of the input, for the error
 * @throws InvalidInput naming the unknown field
 */
export function checkFields(text: string, name: 'subject' | 'text'): void {
  const found = [...text.matchAll(FIELD)].map((match) => match[1]!);
  const unknown = found.find((field) => !(TEXT_FIELDS as readonly string[]).includes(field));
  const known = TEXT_FIELDS.map((field) => `{${field}}`).join(', ');
  if (unknown !== undefined)
    throw new InvalidInput({ [name]: [`has the unknown field {${unknown}}; the fields are ${known}`] });
  if (found.length > MAX_FIELDS) throw new InvalidInput({ [name]: [`must have at most ${MAX_FIELDS} fields`] });
}

/** Replaces the fields of a checked text, all in one pass, so that a value is never read as a field. */
export function fillIn(text: string, values: Readonly<Record<TextField, string>>): string {
  return text.replaceAll(FIELD, (_, field: TextField) => onOneLine(values[field]).slice(0, MAX_VALUE));
}
