import { majorText, readNumber } from '../../components/number-input.ts';
import type { CodeSet } from '../../language/codes.ts';
import { digitsOf } from '../../language/formats.ts';

/** A field of a record as a form shows it. */
export interface Field {
  /** Name in the API. */
  name: string;
  label: string;
  hint?: string;
  /**
   * `share` is shown in percent and sent as a fraction of one; `money` is typed in major units and sent in minor units of the currency
   * that the record's field of that name contains; `lines` is a list with an entry on each line; `reference` is an id.
   */
  kind?:
    | 'text'
    | 'email'
    | 'date'
    | 'password'
    | 'number'
    | 'share'
    | 'money'
    | 'flag'
    | 'choice'
    | 'reference'
    | 'shop'
    | 'lines'
    | CodeSet;
  /** The permitted values of a country, currency or language; all by default. */
  among?: readonly string[];
  /** Options of a choice or a reference. */
  options?: readonly { value: string; label: string }[];
  required?: boolean;
  /** An empty value is omitted from the request; other fields send null. */
  isNeverNull?: boolean;
}

/** The form values of a record, by field. */
export type FieldValues = Record<string, string | boolean>;

/** Form values of a record. */
export function readDraft(fields: readonly Field[], values: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, toFormValue(field, values)]));
}

/** The changed fields in the form of the API. */
export function writeDraft(
  fields: readonly Field[],
  draft: FieldValues,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const before = readDraft(fields, values);
  const isOtherMoney = draft['currency'] !== before['currency'];
  const changed = fields.filter(({ name, kind }) => draft[name] !== before[name] || (kind === 'money' && isOtherMoney));
  // The form of a record does not always contain its currency.
  const typed = { ...(typeof values['currency'] === 'string' ? { currency: values['currency'] } : {}), ...draft };
  return Object.fromEntries(
    changed.map((field) => [field.name, toApiValue(field, typed)]).filter(([, v]) => v !== undefined),
  );
}

/** Currency that determines the decimal digits; two digits until it is selected. */
const currencyOf = ({ currency }: Readonly<Record<string, unknown>>) =>
  typeof currency === 'string' && currency !== '' ? currency : 'EUR';

function toFormValue({ name, kind }: Field, values: Readonly<Record<string, unknown>>): string | boolean {
  const value = values[name];
  if (kind === 'flag') return value === true;
  if (value === null || value === undefined) return '';
  if (kind === 'share') return String(Math.round(Number(value) * 1_000_000) / 10_000);
  if (kind === 'money') return majorText(Number(value), currencyOf(values));
  if (kind === 'lines') return (value as string[]).join('\n');
  return String(value);
}

function toApiValue({ name, kind, isNeverNull = false, required = false }: Field, draft: FieldValues): unknown {
  const value = draft[name]!;
  if (typeof value === 'boolean') return value;
  const text = kind === 'password' ? value : value.trim();
  if (text === '') return isNeverNull || required || kind === 'password' ? undefined : null;
  if (kind === 'number' || kind === 'reference' || kind === 'shop') return Number(text);
  if (kind === 'money') return Math.round(readNumber(text)! * 10 ** digitsOf(currencyOf(draft)));
  if (kind === 'share') return Math.round(Number(text.replace(',', '.')) * 10_000) / 1_000_000;
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return text;
}
