import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { dateTime, day, email, moment, webAddress } from './fields.ts';
import { inputValidator, replyValidator } from './validation.ts';

const takes = (schema: Parameters<typeof inputValidator>[0]) => {
  const validate = inputValidator(Type.Object({ v: schema }), 'body');
  return (v: unknown) => validate({ v }) === null;
};

describe('a format', () => {
  it.each([
    [
      'day',
      day(),
      ['2024-02-29', '0001-01-01', '9999-12-31'],
      ['2023-02-29', '2024-13-01', '2024-1-1', '0000-01-01', '2024-01-01T', ''],
    ],
    [
      'moment',
      moment(),
      [
        '2024-01-31',
        '2024-01-31 12:30',
        '9999-12-31T23:59:59+12:00',
        '2024-01-31T12:30:59',
        '2024-01-31 12:30:59.123',
        '2024-01-31T12:30:59+02:00',
        '2024-01-31T12:30:59Z',
      ],
      [
        '2024-01-31 24:00',
        '2024-01-31 12:60',
        '2024-01-31x12:30',
        '2024-01-31 12',
        '12:30',
        '2024-02-30 12:00',
        'today',
        '9999-12-31T23:59:59-12:00',
        '0001-01-01T00:00:00+01:00',
      ],
    ],
    [
      'time',
      dateTime(),
      ['2024-01-31T12:30:59Z', '2024-01-31T12:30:59.5+02:00'],
      ['2024-01-31', '2024-01-31 12:30:59Z', '2024-01-31T12:30Z', '2024-01-31T12:30:59'],
    ],
    [
      'e-mail address',
      email(),
      ['a@b.se', "o'neil+tag@sub.example.co.uk", 'åsa@exämple.se'],
      ['a', 'a@b', '@b.se', 'a@', 'a b@c.se', 'a@-b.se', 'a@b..se', '.a@b.se', 'a@b.se\n', `${'a'.repeat(65)}@b.se`],
    ],
    [
      'web address',
      webAddress(),
      ['http://a', 'HTTPS://a.b/c?d#e'],
      ['ftp://a', 'javascript:alert(1)', '//a', 'a.b', 'http://'],
    ],
  ])('%s accepts existing values only', (_name, schema, good, bad) => {
    const accepts = takes(schema);
    expect(good.filter((text) => !accepts(text))).toEqual([]);
    expect(bad.filter((text) => accepts(text))).toEqual([]);
  });
});

describe('an object', () => {
  const Both = Type.Intersect([
    Type.Object({ a: Type.Integer() }),
    Type.Object({ b: Type.Object({ c: Type.Integer() }) }),
  ]);

  it('composed of several schemas is closed as a whole and in its parts', () => {
    const validate = inputValidator(Both, 'body');
    expect(validate({ a: 1, b: { c: 1 } })).toBeNull();
    expect(validate({ a: 1, b: { c: 1 }, d: 1 })).toEqual({ d: ['is not a known field'] });
    expect(validate({ a: 1, b: { c: 1, d: 1 } })).toHaveProperty(['b.d'], ['is not a known field']);
  });

  it('that allows additional properties accepts any key', () => {
    const validate = inputValidator(Type.Record(Type.String(), Type.Integer()), 'body');
    expect([validate({ any: 1 }), validate({ any: 'x' })]).toEqual([null, { any: ['must be a whole number'] }]);
  });

  it('receives defaults as input, and stays unchanged as output', () => {
    const schema = Type.Object({ a: Type.Integer({ default: 1 }) });
    const [incoming, outgoing] = [{}, {}];
    expect(inputValidator(schema, 'body')(incoming)).toBeNull();
    expect(replyValidator(schema)(outgoing)).toEqual({ a: ['is required'] });
    expect([incoming, outgoing]).toEqual([{ a: 1 }, {}]);
  });
});
