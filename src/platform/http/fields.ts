import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';

/** The largest id. Whole numbers are exact up to here in JSON, JavaScript and PostgreSQL. */
const MAX_ID = Number.MAX_SAFE_INTEGER;

/** Keywords that describe a field without constraining it. */
type Described = {
  description?: string;
  examples?: readonly unknown[];
  deprecated?: boolean;
  default?: unknown;
};

/**
 * A record id, 1 to 2^53-1. `kind` is the display name of the record, for the 404 when the id is in the path. It
 * defaults to the parameter's name.
 */
export function id(options: Described & { kind?: string } = {}) {
  const { kind = '', ...rest } = options;
  return Type.Integer({ minimum: 1, maximum: MAX_ID, 'x-kind': kind, ...rest });
}

/** Text of `min` (default 0) to `max` characters. A character is a Unicode code point, not a byte. */
export function text(options: Described & { max: number; min?: number }) {
  const { max, min = 0, ...rest } = options;
  return Type.String({ maxLength: max, ...(min > 0 ? { minLength: min } : {}), ...rest });
}

/**
 * A single-line name: `min` (default 1) to `max` characters, at least one of them visible, without line breaks and
 * bidirectional control characters.
 */
export function nameText(options: Described & { max: number; min?: number }) {
  const { max, min = 1, ...rest } = options;
  return Type.String({ minLength: min, maxLength: max, format: 'name', ...rest });
}

/** A colour, `#rrggbb` in lower case. */
export function colour(options: Described = {}) {
  return Type.String({
    pattern: '^#[0-9a-f]{6}$',
    'x-says': 'must be a colour such as #0b6e79',
    examples: ['#0b6e79'],
    ...options,
  });
}

/** A name that strangers read, also in mails: like `nameText`, and without web addresses, e-mail addresses and long numbers. */
export function publicName(options: Described & { max: number; min?: number }) {
  return { ...nameText(options), format: 'public-name' };
}

/** A text for readers: `min` (default 1) to `max` characters, at least one of them visible. */
export function words(options: Described & { max: number; min?: number }) {
  return { ...text({ min: 1, ...options }), format: 'words' };
}

/** A whole number within limits. */
export function whole(options: Described & { min?: number; max?: number } = {}) {
  const { min = -MAX_ID, max = MAX_ID, ...rest } = options;
  return Type.Integer({ minimum: min, maximum: max, ...rest });
}

/** A calendar day that exists, YYYY-MM-DD. */
export function day(options: Described = {}) {
  return Type.String({ format: 'date', ...options });
}

/** A point in time in ISO 8601 with an offset, as API v2 prints it. */
export function dateTime(options: Described = {}) {
  return Type.String({ format: 'date-time', ...options });
}

/**
 * `YYYY-MM-DD`, `YYYY-MM-DD HH:MM` or `YYYY-MM-DD HH:MM:SS`, also with T: the formats that the API accepts for a
 * time.
 */
export function moment(options: Described = {}) {
  return Type.String({ format: 'moment', ...options });
}

/** A `moment()`, or an empty text for none, as the legacy API prints it. */
export function momentOrEmpty(options: Described = {}) {
  return Type.String({ format: 'moment-or-empty', ...options });
}

export function email(options: Described = {}) {
  return Type.String({ format: 'email', maxLength: 254, ...options });
}

/** An absolute http(s) address of at most `max` (default 2048) characters. */
export function webAddress(options: Described & { max?: number } = {}) {
  const { max = 2048, ...rest } = options;
  return Type.String({ format: 'uri', maxLength: max, ...rest });
}

/** ISO 3166-1 alpha-2, two capital letters. */
export function countryCode(options: Described = {}) {
  return Type.String({ pattern: '^[A-Z]{2}$', 'x-says': 'must be a country code such as SE', ...options });
}

/** ISO 639-1, two lower-case letters. */
export function languageCode() {
  return Type.String({ pattern: '^[a-z]{2}$', 'x-says': 'must be a language code such as sv' });
}

/** Language and country, for example `sv_SE`. */
export function locale(options: Described = {}) {
  return Type.String({ pattern: '^[a-z]{2}_[A-Z]{2}$', 'x-says': 'must be a locale such as sv_SE', ...options });
}

/** ISO 4217, three capital letters. */
export function currencyCode(options: Described = {}) {
  return Type.String({ pattern: '^[A-Z]{3}$', 'x-says': 'must be a currency code such as EUR', ...options });
}

/**
 * The Money object: a decimal string with at most as many decimals as the currency has, and the currency code. Not
 * negative unless `signed`.
 */
export function money(options: Described & { signed?: boolean } = {}) {
  const { signed = false, ...rest } = options;
  const amount = Type.String({
    pattern: signed ? '^-?[0-9]{1,18}([.][0-9]+)?$' : '^[0-9]{1,18}([.][0-9]+)?$',
    maxLength: 24,
    examples: ['12.50'],
    'x-says': `must be a decimal number as text, such as "12.50"${signed ? '' : ', and not negative'}`,
  });
  return Type.Object(
    { amount, currency: currencyCode() },
    { 'x-money': 'exact', 'x-name': signed ? 'SignedAmount' : 'Amount', additionalProperties: false, ...rest },
  );
}

/** An amount in minor units with its currency: the form of all additions to the interface. */
export const minorMoney = (description: string) =>
  Type.Object(
    { minor: whole({ description: 'Minor units.' }), currency: currencyCode() },
    { description, 'x-name': 'Money' },
  );

/** A boolean of the legacy API: the whole number 0 or 1. */
export function flag01(options: Described = {}) {
  return Type.Unsafe<0 | 1>(Type.Enum([0, 1], { type: 'integer', ...options }));
}

/** One of the given texts. */
export function oneOf<const Values extends readonly string[]>(values: Values, options: Described = {}) {
  return Type.Unsafe<Values[number]>(Type.Enum([...values], { type: 'string', ...options }));
}

/** A list with a maximum length (default 1000 entries). Every list in a request is bounded. */
export function list<Item extends TSchema>(items: Item, options: Described & { max?: number; min?: number } = {}) {
  const { max = 1000, min = 0, ...rest } = options;
  return Type.Array(items, { maxItems: max, ...(min > 0 ? { minItems: min } : {}), ...rest });
}

/**
 * The value or null. Scalars become `type: [..., 'null']`, which validates and serializes faster than a union and is
 * easier to read in the API reference.
 */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const keywords = schema as TSchema & { type?: unknown; enum?: unknown[] };
  if (typeof keywords.type !== 'string' || keywords.type === 'object' || keywords.type === 'array') {
    return Type.Unsafe(Type.Union([schema, Type.Null()]));
  }
  const choices = keywords.enum === undefined ? {} : { enum: [...keywords.enum, null] };
  return Type.Unsafe({ ...keywords, ...choices, type: [keywords.type, 'null'] } as TSchema);
}

/**
 * Declares the names of schemas in the OpenAPI document, where each becomes a component that all its uses refer to. A file that describes records ends
 * with this call; a list is named `…Page`, and its records have the name before it. `named-schemas.ts` derives all other names.
 */
export function nameSchemas(schemas: Readonly<Record<string, TSchema>>): void {
  for (const [name, schema] of Object.entries(schemas)) Object.assign(schema, { 'x-name': name });
}
