import type { Column } from '../../components/data-table.tsx';
import type { CellValue } from '../../components/table/values.ts';
import { useFormats } from '../../language/formats.ts';
import type { Entry, ListName } from './lists.ts';
import { useListsTexts } from './texts.ts';

/** Columns of a list beside the names of its entries. */
export function useListColumns(list: ListName): Column<Entry>[] {
  const { fields, columns } = useListsTexts();
  const { number, sharePaid } = useFormats();
  const column = (key: string, label: string, write: (value: unknown) => string): Column<Entry> => ({
    key,
    label,
    numeric: key !== 'country' && key !== 'currency',
    wideOnly: key !== 'users',
    value: (entry) => entry[key] as CellValue,
    cell: (entry) => (entry[key] === null ? '–' : write(entry[key])),
  });
  const share = (value: unknown) => sharePaid(Number(value));
  if (list === 'tags') return [column('users', fields.users, (value) => number(Number(value)))];
  if (list === 'tiers')
    return [column('user_share', fields.user_share, share), column('client_share', fields.client_share, share)];
  if (list === 'markets')
    return [column('country', columns.country, String), column('currency', columns.currency, String)];
  return [];
}
