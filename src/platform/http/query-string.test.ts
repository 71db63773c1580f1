import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { coerceFields, formatQueryString, parseQueryString } from './query-string.ts';

const schema = Type.Object({
  page: Type.Integer(),
  share: Type.Number(),
  dry: Type.Boolean(),
  ids: Type.Array(Type.Integer()),
  include: Type.Array(Type.String()),
  tags: Type.Object({ min: Type.Integer() }),
  name: Type.String(),
  either: Type.Union([Type.Integer(), Type.Null()]),
});
const read = (query: string) => coerceFields(schema, parseQueryString(query));

describe('a query string', () => {
  it.each([
    ['include[]=a&include[]=b', { include: ['a', 'b'] }],
    ['include%5B%5D=a&include%5B%5D=b', { include: ['a', 'b'] }],
    ['include[0]=a&include[1]=b', { include: ['a', 'b'] }],
    ['include=a&include=b', { include: ['a', 'b'] }],
    ['include=a', { include: ['a'] }],
    ['ids[]=1&ids[]=2', { ids: [1, 2] }],
    ['tags[min]=3', { tags: { min: 3 } }],
    ['dry=1', { dry: true }],
    ['dry=0', { dry: false }],
    ['dry=true', { dry: true }],
    ['dry=false', { dry: false }],
    ['share=0.25', { share: 0.25 }],
    ['either=4', { either: 4 }],
    ['name=a+b%20c', { name: 'a b c' }],
    ['page=2&unknown=x', { page: 2 }],
  ])('%s is parsed according to its schema', (query, fields) => {
    expect(read(query)).toEqual(fields);
  });

  it.each(['page=', 'page=1.5', 'page=0x10', 'page=1e3', 'page= 1', 'dry=yes', 'dry=', 'dry=constructor', 'share=1e3'])(
    '%s is left to validation',
    (query) => {
      expect(typeof Object.values(read(query))[0]).toBe('string');
    },
  );

  it('reads a thousand entries as a list', () => {
    const query = Array.from({ length: 1000 }, (_, index) => `ids[]=${index}`).join('&');
    expect((read(query).ids as number[]).length).toBe(1000);
  });

  it('cannot change a prototype', () => {
    parseQueryString('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('never throws for any input', () => {
    const pieces = fc.constantFrom(
      'a',
      '[',
      ']',
      '[]',
      '=',
      '&',
      '%',
      '%5B',
      '%zz',
      '%00',
      '__proto__',
      '\ud800',
      '.',
      '0',
      ';',
    );
    const queries = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 40 }).map((list) => list.join('')),
    );
    fc.assert(fc.property(queries, (query) => typeof coerceFields(schema, parseQueryString(query)) === 'object'));
  });

  it('parses its own output', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const fields = fc.record({ name: text, include: fc.array(text, { minLength: 1, maxLength: 5 }) });
    fc.assert(
      fc.property(fields, (given) => {
        expect(read(formatQueryString(given))).toEqual(given);
      }),
    );
  });
});
