import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { readRange } from '../components/day-range.ts';
import { FilteredList } from '../components/filtered-list.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useParticipationTexts } from '../components/participation/texts.ts';
import { RangePicker } from '../components/range-picker.tsx';
import { useParticipationColumns } from './participation-columns.tsx';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client/campaigns';

/** The campaigns of an agency's creators. */
export function CampaignsPage() {
  const t = useAgencyTexts().campaigns;
  const words = useParticipationTexts();
  const client = Number(useParams({ from: FROM }).client);
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const range = readRange({ ...search });
  const { page = 1, q, sort, status, state } = search;
  const campaigns = api.useList('get', '/v2/clients/{client}/campaigns', {
    params: {
      path: { client },
      query: {
        ...range,
        page,
        ...(q === undefined ? {} : { query: q }),
        ...(sort === undefined ? {} : { sort_by: sort }),
        ...(status === undefined ? {} : { 'statuses[]': [status] }),
        ...(state === undefined ? {} : { 'campaign_statuses[]': [state] }),
      },
    },
  });
  const { deleted: _, ...states } = words.campaign;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <RangePicker
          range={range}
          onChange={(next) => navigate({ search: ({ page: _page, ...old }) => ({ ...old, ...next }) })}
        />
      </PageHeader>
      <FilteredList
        name="agency-campaigns"
        label={t.title}
        search={{ name: 'q', label: t.search, value: q, isUntitled: true, maxLength: 128 }}
        filters={[
          { name: 'status', label: t.status, words: words.participant, value: status },
          { name: 'state', label: t.campaignStatus, words: states, value: state },
        ]}
        columns={useParticipationColumns(range, client)}
        query={campaigns}
        keyOf={({ participant_id: id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
    </>
  );
}
