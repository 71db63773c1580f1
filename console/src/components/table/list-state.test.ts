import { expect, it } from 'vitest';
import { shownColumns } from './columns.ts';
import { readKept, sortOf, sortText, viewSearch, withoutView, withView } from './list-state.ts';

it('a sort order has the form of the API in the URL', () => {
  for (const text of ['name:asc', 'created_at:desc']) expect(sortText(sortOf(text)!)).toBe(text);
  expect(sortOf('name:desc')).toEqual({ by: 'name', descending: true });
  expect(sortOf(undefined)).toBeUndefined();
});

it('a view keeps filters and order, without the page and the open drawer', () => {
  const search = { state: 'paid', shop: 7, sort: 'clicks:desc', tag: undefined, page: 3, order: 12 };
  expect(viewSearch(search)).toEqual({ state: 'paid', shop: 7, sort: 'clicks:desc' });
});

it('views are the same when they are read again, each name once', () => {
  const first = { name: 'Paid', search: { state: 'paid' }, hidden: ['orders'] };
  const other = { name: 'All', search: {}, hidden: [] };
  const kept = withView(withView({ hidden: ['clicks'], views: [first] }, other), { ...first, search: { shop: 7 } });
  expect(kept.views).toEqual([other, { ...first, search: { shop: 7 } }]);
  expect(readKept(JSON.stringify(kept))).toEqual(kept);
  expect(withoutView(kept, 'Paid')).toEqual({ hidden: ['clicks'], views: [other] });
});

it.each([undefined, '', 'null', '7', '{', '{"hidden":"x","views":{}}', '{"views":[null,{"name":1},{"name":"a"}]}'])(
  'what the browser kept in another form counts as empty: %s',
  (text) => {
    expect(readKept(text)).toEqual({ hidden: [], views: [] });
  },
);

it('the first column and the actions of a row cannot be hidden', () => {
  const column = { label: '', cell: () => null };
  const columns = [
    { ...column, key: 'name' },
    { ...column, key: 'state' },
    { ...column, key: 'action', isFixed: true },
  ];
  expect(shownColumns(columns, ['name', 'state', 'action', 'gone']).map(({ key }) => key)).toEqual(['name', 'action']);
});
