import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type RecordPickerProps, SearchSelect } from './search-select.tsx';
import { useAdminCommonTexts } from './texts.ts';

/** Select for a person of any role, searchable by username and e-mail. */
export function PersonPicker(props: RecordPickerProps) {
  const t = useAdminCommonTexts().person;
  return <SearchSelect {...props} placeholder={t.placeholder} nothing={t.nothing} useFound={usePeople} />;
}

/** Select for a creator, searchable by username and e-mail. */
export function CreatorPicker(props: RecordPickerProps) {
  const t = useAdminCommonTexts().creator;
  return <SearchSelect {...props} placeholder={t.placeholder} nothing={t.nothing} useFound={useCreators} />;
}

const useCreators = (text: string) => usePeople(text, 'creator');

function usePeople(text: string, role?: 'creator') {
  const query = {
    sort_by: 'username:asc',
    ...(role === undefined ? {} : { role }),
    ...(text === '' ? {} : { query: text }),
  } as const;
  const { data } = api.useQuery('get', '/v2/admin/users', { params: { query } }, KEEP_PREVIOUS);
  return (data?.data ?? []).map(({ id, username, display_name: shown }) => ({
    value: String(id),
    label: !shown || shown === username ? username : `${shown} (${username})`,
  }));
}
