import type { Schema } from './document.ts';
import type { Draw } from './draw.ts';
import type { Ground } from './ground.ts';
import { NASTY_TEXTS, NASTY_VALUES } from './nasty.ts';

const WORDS = [
  'Spring',
  'fjäll',
  'a',
  'Sommar 2026',
  'test',
  'shoe-42',
  'x y z',
  '日本',
  'ORD-1',
  'O’Neill',
  '50%',
] as const;
const DAYS = [
  '2024-02-29',
  '2025-12-31',
  '2026-01-01',
  '2026-09-30',
  '2026-10-15',
  '2026-11-01',
  '2026-11-22',
  '2027-03-31',
];

/** Texts in the custom formats. */
const FORMATS: Record<string, (draw: Draw, ground: Ground) => string> = {
  date: (draw) => draw.pick(DAYS),
  moment: (draw) => `${draw.pick(DAYS)}${draw.pick(['', ' 12:00', 'T23:59:59', ' 00:00:00'])}`,
  'date-time': (draw) => `${draw.pick(DAYS)}T${draw.pick(['00:00:00Z', '12:30:00+02:00', '23:59:59.999Z'])}`,
  email: (draw, { emails }) => (draw.chance(0.3) ? draw.pick(emails) : `fuzz${draw.upTo(500)}@people.example`),
  uri: (draw, { pages }) => `${draw.pick(pages)}${draw.pick(['', '#x', '?a=1', '/ä', `?q=${draw.upTo(99)}`])}`,
  name: (draw) => `${draw.pick(WORDS)} ${draw.upTo(999)}`,
};

/** A value that the schema accepts; `name` is the field's name, which selects ids of existing records. */
export function validValue(draw: Draw, ground: Ground, schema: Schema, name: string): unknown {
  if (Array.isArray(schema.enum)) return draw.pick(schema.enum);
  if ('const' in schema) return schema.const;
  const branches = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (branches !== undefined) return validValue(draw, ground, draw.pick(branches), name);
  const types = [schema.type ?? 'object'].flat().filter((type) => type !== 'null' || draw.chance(0.15));
  // A branch that is only null.
  if (types.length === 0) return null;
  switch (draw.pick(types)) {
    case 'object':
      return validObject(draw, ground, schema);
    case 'array':
      return validList(draw, ground, schema, name);
    case 'integer':
      return validWhole(draw, ground, schema, name);
    case 'number':
      return validNumber(draw, schema);
    case 'boolean':
      return draw.chance(0.5);
    case 'string':
      return validText(draw, ground, schema, name);
    default:
      return null;
  }
}

function validObject(draw: Draw, ground: Ground, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const value: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(properties as Record<string, Schema>)) {
    if ((required as string[]).includes(name) || draw.chance(0.4)) value[name] = validValue(draw, ground, child, name);
  }
  if (typeof more === 'object' && more !== null) value[draw.pick(WORDS)] = validValue(draw, ground, more as Schema, '');
  return value;
}

function validList(draw: Draw, ground: Ground, schema: Schema, name: string): unknown[] {
  const {
    items = {},
    minItems = 0,
    maxItems = 1_000,
  } = schema as { items?: Schema; minItems?: number; maxItems?: number };
  const length = Math.min(maxItems, minItems + draw.pick([0, 1, 1, 2, 3]));
  return Array.from({ length }, () => validValue(draw, ground, items, name.replace(/s$/, '')));
}

function validWhole(draw: Draw, ground: Ground, schema: Schema, name: string): number {
  const { minimum = 0, maximum = 1_000 } = schema as { minimum?: number; maximum?: number };
  if (minimum === 1 && maximum === Number.MAX_SAFE_INTEGER) return ground.idFor(draw, name);
  if (draw.chance(0.1)) return draw.pick([minimum, maximum]);
  return minimum + draw.upTo(Math.min(maximum - minimum, 500));
}

function validNumber(draw: Draw, schema: Schema): number {
  const { minimum = 0, maximum = 1_000 } = schema as { minimum?: number; maximum?: number };
  return draw.chance(0.1)
    ? draw.pick([minimum, maximum])
    : minimum + Math.round(draw.upTo(1_000) * Math.min(maximum - minimum, 1_000)) / 1_000;
}

function validText(draw: Draw, ground: Ground, schema: Schema, name: string): string {
  const known = ground.textFor(draw, name);
  if (known !== null && draw.chance(0.7)) return known;
  const { format = '', pattern, minLength = 0, maxLength = 200 } = schema as Record<string, never>;
  if (FORMATS[format] !== undefined) return FORMATS[format](draw, ground);
  if (pattern !== undefined) return draw.matching(pattern);
  const text = draw.chance(0.5) ? draw.pick(WORDS) : draw.chance(0.6) ? draw.pick(NASTY_TEXTS) : draw.text(60);
  // A cut inside a surrogate pair would leave an invalid text.
  return [...text]
    .slice(0, maxLength)
    .join('')
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll('\0', '')
    .padEnd(minLength, 'x');
}

/** The value with one nested part made invalid. */
export function brokenValue(draw: Draw, value: unknown): unknown {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || draw.chance(0.15)) return nastyValue(draw);
  const copy = (isList ? [...value] : { ...value }) as Record<string, unknown>;
  const names = Object.keys(copy);
  const name = names.length === 0 ? 'x' : draw.pick(names);
  const change = draw.upTo(99);
  if (names.length === 0 || change < 15)
    define(copy, isList ? String(names.length) : nastyText(draw), nastyValue(draw));
  else if (!isList && change < 30) delete copy[name];
  else define(copy, name, brokenValue(draw, copy[name]));
  return copy;
}

/** `__proto__` is an ordinary name, too. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

export const nastyText = (draw: Draw): string => (draw.chance(0.8) ? draw.pick(NASTY_TEXTS) : draw.text(300));

export const nastyValue = (draw: Draw): unknown =>
  draw.chance(0.5) ? nastyText(draw) : draw.chance(0.7) ? draw.pick(NASTY_VALUES) : draw.json();
