import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type RecordPickerProps, SearchSelect } from './search-select.tsx';
import { useAdminCommonTexts } from './texts.ts';

/** Select for a creator, searchable by username and e-mail. */
export function CreatorPicker(props: RecordPickerProps) {
  const t = useAdminCommonTexts().creator;
  return <SearchSelect {...props} placeholder={t.placeholder} nothing={t.nothing} useFound={useCreators} />;
}

function useCreators(text: string) {
  const { data } = api.useQuery(
    'get',
    '/v2/admin/users',
    {
      params: {
        query: { role: 'creator', sort_by: 'username:asc', ...(text === '' ? {} : { query: text }) },
      },
    },
    KEEP_PREVIOUS,
  );
  return (data?.data ?? []).map(({ id, username, display_name: shown }) => ({
    value: String(id),
    label: !shown || shown === username ? username : `${shown} (${username})`,
  }));
}
