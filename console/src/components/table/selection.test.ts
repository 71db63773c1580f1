import { describe, expect, it } from 'vitest';
import { MAX_SELECTED, readMatching, refreshed, type Selected, withRows, withToggled } from './selection.ts';

interface Row {
  id: number;
  isPaid?: boolean;
}
const keyOf = ({ id }: Row) => id;
const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id }));
const selectedOf = (...ids: number[]): Selected<Row> => withRows(new Map(), rowsOf(...ids), keyOf);
const idsOf = (selected: Selected<Row>) => [...selected.keys()];
const mayBeSelected = ({ isPaid = false }: Row) => !isPaid;

describe('withToggled', () => {
  const page = rowsOf(10, 20, 30, 40);

  it.each([
    ['selects a row', [], 20, null, [20]],
    ['takes a row out', [20, 30], 20, null, [30]],
    ['selects a range downwards', [10], 30, 10, [10, 20, 30]],
    ['selects a range upwards, and keeps rows of other pages', [7, 40], 20, 40, [7, 40, 20, 30]],
    ['takes a range out', [10, 20, 30], 30, 20, [10]],
    ['selects one row if the range began on another page', [7], 30, 7, [7, 30]],
  ])('%s', (_, before, key, anchor, after) => {
    expect(idsOf(withToggled(selectedOf(...before), page, { key, anchor, keyOf }))).toEqual(after);
  });
});

it('refreshed() takes the current values, and leaves out what can no longer be selected', () => {
  const rows = [
    { id: 1, isPaid: true },
    { id: 2, isPaid: false },
  ];
  const now = refreshed(selectedOf(1, 2, 3), rows, { keyOf, mayBeSelected });
  expect([...now.values()]).toEqual([{ id: 2, isPaid: false }, { id: 3 }]);
});

describe('readMatching', () => {
  const pagesOf = (rows: Row[]) => {
    const asked: number[] = [];
    const read = async (page: number, size: number) => {
      asked.push(page);
      return { data: rows.slice((page - 1) * size, page * size), meta: { last_page: Math.ceil(rows.length / size) } };
    };
    return { asked, read };
  };
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at, isPaid: at % 2 === 1 }));

  it('reads all pages, and returns the rows that can be selected', async () => {
    const { asked, read } = pagesOf(many(250));
    const { rows, isCut } = await readMatching(read, mayBeSelected);
    expect([rows.length, rows.at(-1)?.id, isCut, asked]).toEqual([125, 248, false, [1, 2, 3]]);
  });

  it('returns nothing of an empty list', async () => {
    expect(await readMatching(pagesOf([]).read, mayBeSelected)).toEqual({ rows: [], isCut: false });
  });

  it.each([
    [MAX_SELECTED, false, 10],
    [MAX_SELECTED + 1, true, 11],
    [10 * MAX_SELECTED, true, 11],
  ])('of %i rows returns at most the maximum, and reads no further', async (count, isCut, pages) => {
    const { asked, read } = pagesOf(many(count));
    const found = await readMatching(read, () => true);
    expect([found.rows.length, found.isCut, asked.length]).toEqual([MAX_SELECTED, isCut, pages]);
  });
});

it('withRows() stops at the maximum', () => {
  const all = withRows(selectedOf(-1), rowsOf(...Array.from({ length: MAX_SELECTED }, (_, at) => at)), keyOf);
  expect([all.size, all.has(-1), all.has(MAX_SELECTED - 1)]).toEqual([MAX_SELECTED, true, false]);
});
