import { api } from '../../api.ts';
import { DataTable, listed } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { Section } from '../../components/section-card.tsx';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import { useParticipationColumns } from '../participation-columns.tsx';
import { useAgencyTexts } from '../texts.ts';

interface CreatorCampaignsProps {
  client: number;
  user: number;
  range: DayRange;
  page: number;
}

/** The campaigns that a creator participates in. */
export function CreatorCampaigns({ client, user, range, page }: CreatorCampaignsProps) {
  const { campaigns: t, creator } = useAgencyTexts();
  const { turnTo } = useListNavigation({ resetScroll: false });
  const params = { path: { client }, query: { ...range, user_id: user, page } };
  const campaigns = api.useList('get', '/v2/clients/{client}/campaigns', { params });
  return (
    <Section id="campaigns" title={t.title}>
      <DataTable
        label={t.title}
        columns={useParticipationColumns(range, null)}
        {...listed(campaigns)}
        keyOf={({ participant_id: id }) => id}
        empty={{ title: creator.noCampaigns }}
        page={page}
        onPage={turnTo}
      />
    </Section>
  );
}
