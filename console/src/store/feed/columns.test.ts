import { expect, it } from 'vitest';
import { columnsText, readColumns } from './columns.ts';

it('Columns of a feed are written as lines and read again', () => {
  const columns = { id: 'Article number', link: 'a=b', price: 'Preis' };
  expect(columnsText(columns)).toBe('id = Article number\nlink = a=b\nprice = Preis');
  expect(readColumns(`\n${columnsText(columns)}\n`)).toEqual(columns);
  expect(readColumns('')).toEqual({});
});
