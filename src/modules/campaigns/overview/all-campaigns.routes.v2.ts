import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import {
  dateTime,
  id,
  list,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { cursorPage, cursorQuery, presentCursor } from '../../../platform/pagination.ts';
import { CAMPAIGN_STATUSES } from '../campaign/read-campaigns.ts';
import { type AnyCampaign, listAllCampaigns } from './list-all.ts';

const AnyCampaignRecord = Type.Object(
  {
    id: id(),
    campaign_title: Type.String(),
    store: Type.Object({ id: id(), name: Type.String() }),
    status: oneOf(CAMPAIGN_STATUSES),
    valid_from: nullable(dateTime()),
    valid_until: nullable(dateTime()),
    participants: whole({ description: 'In any status.' }),
    waiting: whole({ description: 'Participants who wait for the store’s decision.' }),
    clicks: whole({ description: 'Paid clicks, all time.' }),
    spent: minorMoney('The cost of the clicks that use up the budget.'),
    max_money: nullable(minorMoney('The limit of that cost; null: none, or it applies to each creator.')),
  },
  { description: 'A campaign of any store.' },
);
const AnyCampaignList = cursorPage(AnyCampaignRecord);

/** The campaigns of all stores, for administrators. */
export function allCampaignRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/admin/campaigns',
    operationId: 'adminListCampaigns',
    summary: 'List the campaigns of all stores with their usage',
    description: 'Newest first, without deleted ones unless `statuses` is given.',
    tags: ['Campaigns'],
    addition: true,
    policy: adminOnly,
    query: {
      q: Type.Optional(text({ min: 1, max: 64, description: 'A campaign’s id, or a part of its name or title.' })),
      store_id: Type.Optional(id({ description: 'Campaigns of this store.' })),
      statuses: Type.Optional(list(oneOf(CAMPAIGN_STATUSES), { min: 1, max: 20 })),
      ...cursorQuery(),
    },
    replies: { 200: AnyCampaignList },
    handle: async ({ ctx, query }) => {
      const { q, store_id: storeId, statuses } = query;
      const filters = { query: q, statuses, storeIds: storeId === undefined ? undefined : [storeId] };
      const { campaigns, next } = await listAllCampaigns(ctx, filters, query);
      return { data: campaigns.map(present), meta: presentCursor(next) };
    },
  });
}

function present({ campaign, facts, store }: AnyCampaign) {
  const { currency } = campaign;
  const isForAll = campaign.maxMinor !== null && !campaign.perUserLimit;
  return {
    id: campaign.id,
    campaign_title: campaign.shownTitle,
    store,
    status: campaign.status,
    valid_from: campaign.validFrom?.toISOString() ?? null,
    valid_until: campaign.validUntil?.toISOString() ?? null,
    participants: facts.participants,
    waiting: facts.waiting,
    clicks: campaign.clicks,
    spent: { minor: campaign.spentMinor, currency },
    max_money: isForAll ? { minor: campaign.maxMinor!, currency } : null,
  };
}

nameSchemas({ AnyCampaign: AnyCampaignRecord, AnyCampaignPage: AnyCampaignList });
