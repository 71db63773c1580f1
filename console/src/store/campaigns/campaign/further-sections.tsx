import { StoreTerms } from '../../../agreements/store-terms.tsx';
import type { DayRange } from '../../../components/day-range.ts';
import { useMay } from '../../../components/role-limit.tsx';
import { StoreDeliverables } from '../../../deliverables/store-deliverables.tsx';
import type { StoreCampaign } from '../in-words.ts';
import { PastCost } from '../past-cost.tsx';
import { BonusTiersCard } from '../rates/bonus-tiers-card.tsx';
import { CommissionRulesCard } from '../rates/commission-rules-card.tsx';
import type { CampaignSearch } from '../search.ts';
import { Brief } from './brief.tsx';
import { Figures } from './figures.tsx';
import { InviteLink } from './invite-link.tsx';
import { ParticipantDrawer } from './participant-drawer.tsx';

interface FurtherSectionsProps {
  store: string;
  campaign: StoreCampaign;
  range: DayRange;
  search: CampaignSearch;
  onSearch: (search: CampaignSearch) => unknown;
}

/** The sections below the participants of a campaign, and the drawer of a participant. */
export default function FurtherSections({ store, campaign, range, search, onSearch }: FurtherSectionsProps) {
  const mayChange = useMay('manage');
  return (
    <>
      <Brief campaign={campaign} />
      {campaign.type !== 'standard' && (
        <>
          <StoreDeliverables
            offer={campaign.id}
            isDeleted={campaign.status === 'deleted'}
            search={search}
            onSearch={onSearch}
          />
          <InviteLink offer={campaign.id} token={campaign.token} />
          {campaign.status !== 'deleted' && <StoreTerms offer={campaign.id} />}
          <ParticipantDrawer
            offer={campaign.id}
            currency={campaign.currency}
            participant={search.participant}
            range={range}
            onClose={() => {
              const { participant: _, ...rest } = search;
              void onSearch(rest);
            }}
          />
        </>
      )}
      {campaign.status !== 'deleted' && (
        <>
          <CommissionRulesCard offer={campaign.id} currency={campaign.currency} />
          <BonusTiersCard offer={campaign.id} currency={campaign.currency} />
        </>
      )}
      <Figures store={Number(store)} offer={campaign.id} range={range} />
      {campaign.status !== 'deleted' && mayChange && (
        <PastCost store={Number(store)} campaign={{ offer_id: campaign.id }} />
      )}
    </>
  );
}
