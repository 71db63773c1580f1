import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '../calendar.ts';
import { compose } from '../database/sql-database.ts';
import { field, requireOnly, shownFields, wireSchemas } from './field.ts';
import { AMOUNT, choice, END, FLAG, LIMIT, REFERENCE, START, TEXT, TEXT_OR_NONE, TEXTS, WHOLE } from './kinds.ts';
import { columnList, columnValues, fromRow, readFields, sheetColumns, showFields, writableForm } from './records.ts';

const anything = Type.Unknown();
const both = (name: string) => ({
  v2: { name, write: anything, show: anything },
  legacy: { name: `old_${name}`, write: anything, show: anything },
});
const FIELDS = {
  title: field(TEXT, { column: 'title', ...both('title'), heading: 'Title' }),
  note: field(TEXT_OR_NONE, { column: 'note', ...both('note') }),
  rank: field(WHOLE, { column: 'the_rank', ...both('rank'), heading: 'Priority' }),
  kind: field(choice<'a' | 'b'>(), { column: 'kind', ...both('kind') }),
  isOpen: field(FLAG, { column: 'open', ...both('open'), heading: 'Status' }),
  maxClicks: field(LIMIT, { column: 'max_clicks', ...both('max_clicks') }),
  sumMinor: field(AMOUNT, { column: 'sum_minor', ...both('sum') }),
  from: field(START, { column: 'starts_at', ...both('from') }),
  until: field(END, { column: 'ends_at', ...both('until') }),
  tasks: field(TEXTS, { column: 'tasks', ...both('tasks') }),
  groupId: field(REFERENCE, { column: 'group_id', v2: { name: 'group_id', write: anything } }),
  secret: field(TEXT, { column: 'secret' }),
} as const;

const units = { currency: 'SEK', calendar: createCalendar('Europe/Stockholm') };
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const bodies = fc.record(
  {
    title: fc.string(),
    note: orNull(fc.string({ minLength: 1 })),
    rank: fc.integer(),
    kind: fc.constantFrom('a' as const, 'b' as const),
    open: fc.boolean(),
    max_clicks: orNull(fc.integer({ min: 1 })),
    sum: orNull(fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100)),
    from: orNull(day.map((date) => date.toISOString().slice(0, 10))),
    until: orNull(day.map((date) => date.toISOString().slice(0, 10))),
    tasks: fc.uniqueArray(fc.string()),
    group_id: orNull(fc.integer({ min: 1 })),
  },
  { requiredKeys: [] },
);

const EMPTY = {
  title: '',
  note: null,
  rank: 0,
  kind: 'a' as const,
  isOpen: false,
  maxClicks: null,
  sumMinor: null,
  from: null,
  until: null,
  tasks: [],
  groupId: null,
  secret: '',
  currency: 'SEK',
};
const read = (body: object) => {
  const errors: Record<string, string[]> = {};
  return { errors, fields: readFields(FIELDS, 'v2', { body, units, errors }) };
};

describe('A record that is read', () => {
  it('is shown in the form of a write, and absent fields stay absent', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const { fields, errors } = read(body);
        expect(errors).toEqual({});
        expect(Object.keys(fields)).toHaveLength(Object.keys(body).length);
        expect(writableForm(FIELDS, 'v2', { ...EMPTY, ...fields }, units)).toMatchObject(body);
      }),
    );
  });

  it('names an amount that the currency cannot express', () => {
    expect(read({ sum: 0.001, title: 'x' })).toEqual({
      fields: { title: 'x' },
      errors: { sum: ['must be an amount of SEK'] },
    });
  });

  it('of the legacy API has flags as numbers, and 0 for no limit and no amount', () => {
    const body = { old_open: 1, old_max_clicks: 0, old_sum: 0, old_from: '2026-03-01' };
    const fields = readFields(FIELDS, 'legacy', { body, units, errors: {} });
    expect(fields).toEqual({
      isOpen: true,
      maxClicks: null,
      sumMinor: null,
      from: new Date('2026-02-28T23:00:00Z'),
    });
    expect(showFields(FIELDS, 'legacy', { ...EMPTY, ...fields })).toMatchObject({
      old_open: 1,
      old_max_clicks: 0,
      old_sum: 0,
      old_note: '',
      old_from: '2026-02-28 23:00:00',
      old_until: '',
    });
  });
});

describe('A plain field', () => {
  it('without a name in a generation is neither written nor shown there', () => {
    expect(wireSchemas(FIELDS, 'legacy', 'show')).not.toHaveProperty('group_id');
    expect(showFields(FIELDS, 'v2', EMPTY)).not.toHaveProperty('group_id');
    expect(read({ secret: 'x' }).fields).toEqual({});
  });

  it('is read together with the others that the generation shows, without fields that the generation only writes', () => {
    const fields = { ...FIELDS, written: field(TEXT, { column: 'w', v2: { name: 'w', write: anything } }) };
    expect(Object.keys(shownFields(fields, 'v2'))).toEqual(
      Object.keys(FIELDS).filter((key) => key !== 'groupId' && key !== 'secret'),
    );
  });

  it('is required where it is declared as required', () => {
    const { required } = Type.Object(requireOnly(wireSchemas(FIELDS, 'v2', 'write'), ['title', 'rank']));
    expect(required).toEqual(['title', 'rank']);
  });

  it('is selected, read and written by its column', () => {
    expect(compose(columnList(FIELDS, 't')).text).toContain('"t"."title", "t"."note", "t"."the_rank"');
    const row = { title: 'x', note: null, the_rank: 3, kind: 'b', open: true, max_clicks: null, sum_minor: 5 };
    const times = { starts_at: '2026-01-01 00:00:00+00', ends_at: null, tasks: [], group_id: null, secret: 's' };
    expect(fromRow(FIELDS, { ...row, ...times })).toMatchObject({
      rank: 3,
      isOpen: true,
      from: new Date('2026-01-01'),
    });
    const written = columnValues(FIELDS, { rank: 4, title: undefined, until: null });
    expect(written.map(({ column }) => compose(column).text)).toEqual(['"the_rank"', '"ends_at"']);
  });

  it('with a heading is a column of an export', () => {
    const columns = sheetColumns(FIELDS);
    expect(Object.keys(columns)).toEqual(['title', 'rank', 'isOpen']);
    expect(columns.isOpen).toMatchObject({ header: 'Status', kind: 'truth' });
  });
});
