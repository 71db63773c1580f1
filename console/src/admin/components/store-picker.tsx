import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type RecordPickerProps, SearchSelect } from './search-select.tsx';
import { useAdminCommonTexts } from './texts.ts';

/** Select for a store, searchable by name. */
export function StorePicker(props: RecordPickerProps) {
  const t = useAdminCommonTexts().shop;
  return <SearchSelect {...props} placeholder={t.placeholder} nothing={t.nothing} useFound={useStores} />;
}

function useStores(text: string) {
  const params = { query: { sort_by: 'name:asc', ...(text === '' ? {} : { query: text }) } } as const;
  const { data } = api.useQuery('get', '/v2/admin/stores', { params }, KEEP_PREVIOUS);
  return (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}
