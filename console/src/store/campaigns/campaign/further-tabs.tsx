import { List, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { StoreTerms } from '../../../agreements/store-terms.tsx';
import type { DayRange } from '../../../components/day-range.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useMay } from '../../../components/role-limit.tsx';
import { SectionCard } from '../../../components/section-card.tsx';
import { StoreDeliverables } from '../../../deliverables/store-deliverables.tsx';
import { type StoreCampaign, useCampaignWords } from '../in-words.ts';
import { PastCost } from '../past-cost.tsx';
import { BonusTiersCard } from '../rates/bonus-tiers-card.tsx';
import { CommissionRulesCard } from '../rates/commission-rules-card.tsx';
import { EventPricesCard } from '../rates/event-prices-card.tsx';
import type { CampaignSearch, CampaignTab } from '../search.ts';
import { useCampaignTexts } from '../texts.ts';
import { Board } from './board.tsx';
import { Brief } from './brief.tsx';
import { InviteLink } from './invite-link.tsx';

const ParticipantDrawer = lazyPart(() => import('./participant-drawer.tsx'));
const StoreGifts = lazyPart(() => import('../gifts/store-gifts.tsx'));
const StoreQuestions = lazyPart(() => import('../questions/store-questions.tsx'));
const StoreMaterials = lazyPart(() => import('../../../materials/store-materials.tsx'));
const StoreGuarantee = lazyPart(() => import('../../../promises/store-guarantee.tsx'));
const StorePromise = lazyPart(() => import('../../../promises/store-promise.tsx'));
const StoreSteps = lazyPart(() => import('../../../rate-steps/store-steps.tsx'));
const Publications = lazyPart(() => import('../../../publications/content-part.tsx'));

interface TabProps {
  campaign: StoreCampaign;
  range: DayRange;
  search: CampaignSearch;
  onSearch: (search: CampaignSearch) => unknown;
}

const TABS = { participants: Participants, content: Content, terms: Terms };

/** The tabs of a campaign behind its results. They are one file, because a page loads only a few. */
export default function FurtherTab({ tab, ...props }: TabProps & { tab: Exclude<CampaignTab, 'results'> }) {
  const Tab = TABS[tab];
  return (
    <Stack gap="lg">
      <Tab {...props} />
    </Stack>
  );
}

/** The board of a campaign's participants with the drawer of one of them, and the link that invites others. */
function Participants({ campaign, range, search, onSearch }: TabProps) {
  return (
    <>
      <Board store={campaign.store_id} offer={campaign.id} search={search} onSearch={onSearch} />
      <Gifts part="packing" campaign={campaign} />
      <InviteLink offer={campaign.id} token={campaign.token} />
      <Suspense>
        {search.participant !== undefined && (
          <ParticipantDrawer
            store={campaign.store_id}
            offer={campaign.id}
            currency={campaign.currency}
            participant={search.participant}
            range={range}
            onClose={() => {
              const { participant: _, ...rest } = search;
              void onSearch(rest);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The brief of a campaign, its audience, its files to download, its deliverables and its publications. */
function Content({ campaign, search, onSearch }: TabProps) {
  return (
    <>
      <Brief campaign={campaign} />
      <Gifts part="gift" campaign={campaign} />
      <Suspense fallback={<Skeleton h={80} />}>
        <StoreMaterials offer={campaign.id} isDeleted={campaign.status === 'deleted'} />
      </Suspense>
      {campaign.type !== 'standard' && campaign.status !== 'deleted' && (
        <Suspense fallback={<Skeleton h={80} />}>
          <StoreQuestions offer={campaign.id} />
        </Suspense>
      )}
      {campaign.type !== 'standard' && (
        <StoreDeliverables
          store={campaign.store_id}
          offer={campaign.id}
          isDeleted={campaign.status === 'deleted'}
          search={search}
          onSearch={onSearch}
        />
      )}
      {campaign.type !== 'standard' && (
        <Suspense fallback={<Skeleton h={80} />}>
          <Publications offer={campaign.id} onOpen={(deliverable) => void onSearch({ ...search, deliverable })} />
        </Suspense>
      )}
    </>
  );
}

/** What a campaign that sends products gives, or its packing list. */
const Gifts = ({ part, campaign }: { part: 'gift' | 'packing'; campaign: StoreCampaign }) =>
  campaign.has_product_seeding && (
    <Suspense fallback={<Skeleton h={80} />}>
      <StoreGifts part={part} store={campaign.store_id} offer={campaign.id} currency={campaign.currency} />
    </Suspense>
  );

/** What the campaign pays, the terms that participants accept, the rates by product and by kind of events, how they rise, the bonuses, and what the campaign would have cost. */
function Terms({ campaign }: TabProps) {
  const { id, store_id: store, currency, type } = campaign;
  const { columns: t } = useCampaignTexts();
  const words = useCampaignWords();
  const mayChange = useMay('manage');
  return (
    <>
      <SectionCard id="pays" title={t.pays}>
        <List size="sm" spacing={4}>
          {words.pays(campaign).map((rate) => (
            <List.Item key={rate}>{rate}</List.Item>
          ))}
        </List>
      </SectionCard>
      <Suspense fallback={<Skeleton h={80} />}>
        <StoreGuarantee offer={id} currency={currency} />
        <StorePromise offer={id} currency={currency} />
      </Suspense>
      <CommissionRulesCard offer={id} currency={currency} />
      <EventPricesCard offer={id} currency={currency} />
      <Suspense fallback={<Skeleton h={80} />}>
        <StoreSteps store={store} offer={id} currency={currency} />
      </Suspense>
      <BonusTiersCard offer={id} currency={currency} />
      {type !== 'standard' && <StoreTerms offer={id} />}
      {mayChange && <PastCost store={store} campaign={{ offer_id: id }} />}
    </>
  );
}
