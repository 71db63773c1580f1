import { api, KEEP_PREVIOUS } from '../../api.ts';
import { type RecordPickerProps, SearchSelect } from './search-select.tsx';
import { useAdminCommonTexts } from './texts.ts';

const SIZE = 20;
const queryOf = (text: string) => ({ params: { query: { size: SIZE, ...(text === '' ? {} : { q: text }) } } });

/** Select for a campaign of any store, searchable by title and number. */
export function CampaignPicker(props: RecordPickerProps) {
  const t = useAdminCommonTexts().campaign;
  return <SearchSelect {...props} placeholder={t.placeholder} nothing={t.nothing} useFound={useCampaigns} />;
}

/** Select for a link of any creator, searchable by name, code and number. */
export function LinkPicker(props: RecordPickerProps) {
  const t = useAdminCommonTexts().link;
  return <SearchSelect {...props} placeholder={t.placeholder} nothing={t.nothing} useFound={useLinks} />;
}

function useCampaigns(text: string) {
  const { data } = api.useQuery('get', '/v2/admin/campaigns', queryOf(text), KEEP_PREVIOUS);
  return (data?.data ?? []).map(({ id, campaign_title: title, store }) => ({
    value: String(id),
    label: `${title} (${store.name})`,
  }));
}

function useLinks(text: string) {
  const { data } = api.useQuery('get', '/v2/admin/links', queryOf(text), KEEP_PREVIOUS);
  return (data?.data ?? []).map(({ id, title, original_url: url, user }) => ({
    value: String(id),
    label: `${title || url} (${user.public_name})`,
  }));
}
