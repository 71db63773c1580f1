import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { binaryArray, currencyCode, date, type ElementType, int2, int4, int8, uuid } from './binary-array.ts';

const database = await createTestDatabase();
const id = randomUUID();

test.each<[string, ElementType<never>, readonly unknown[], string[] | null]>([
  ['smallint', int2, [0, -1, 32_767, -32_768, null], null],
  ['int', int4, [0, -1, 2_147_483_647, -2_147_483_648, null], null],
  ['bigint', int8, [0, -1, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, 2n ** 63n - 1n, null], null],
  ['uuid', uuid, [id, id.replaceAll('-', ''), null], [id, id]],
  ['date', date, ['1970-01-01', '2000-01-01', '2026-11-27', null], null],
  ['text', currencyCode, ['SEK', 'EUR', null], null],
  ['int', int4, [], null],
])('PostgreSQL reads %s[]', async (type, element, values, text) => {
  const { rows } = await database.pool.query(
    `SELECT ARRAY (SELECT v::text FROM unnest($1::${type}[]) WITH ORDINALITY AS g (v, n) ORDER BY n) AS read`,
    [binaryArray(element as ElementType<unknown>, values)],
  );
  const expected = text ?? values.filter((value) => value !== null).map(String);
  expect(rows[0].read).toEqual(values.includes(null) ? [...expected, null] : expected);
});

test.each<[ElementType<never>, unknown]>([
  [int2, 32_768],
  [int4, 2_147_483_648],
  [int4, 0.5],
  [int8, Number.NaN],
  [int8, 2 ** 53],
  [uuid, id.slice(1)],
  [date, 'yesterday'],
  [currencyCode, 'EURO'],
])('a value that the type does not have is refused (%#)', (element, value) => {
  expect(() => binaryArray(element as ElementType<unknown>, [value])).toThrow(RangeError);
});
