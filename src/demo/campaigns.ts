import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { addDays } from '../platform/calendar.ts';
import { CAMPAIGNS, type CampaignName, type DemoCampaign } from './campaign-definitions.ts';
import { insertNamed, insertRows, mapRows } from './insert.ts';
import type { People } from './people.ts';
import type { StaffName } from './personas.ts';
import type { DemoStoreName } from './store-facts.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

export type Campaigns = Record<CampaignName, number>;

/** The staff member who creates a store's campaigns. */
export const CAMPAIGNER: Partial<Record<DemoStoreName, StaffName>> = {
  nordicRunner: 'maja',
  fjallOchFunkis: 'karl',
  lumi: 'karl',
  blattwerk: 'carla',
  kiezrad: 'carla',
  thistleAndRye: 'fiona',
};

const campaigns: Record<CampaignName, DemoCampaign> = CAMPAIGNS;

/**
 * Inserts the campaigns with prices and targets, all of them running or scheduled. They end, pause or are deleted
 * during the season (`turning-points.ts`).
 */
export async function insertCampaigns(
  client: pg.ClientBase,
  time: Timeline,
  people: People,
  { stores }: Stores,
): Promise<Campaigns> {
  const { pool } = await insertNamed(client, 'shared_budgets', {
    pool: { store_id: stores.kiezrad, title: 'Rund ums Rad', amount_minor: 150_000, created_at: time.at(-40) },
  });
  const ids = await insertNamed(
    client,
    'campaigns',
    mapRows(campaigns, (campaign) => campaignRow(campaign, { time, people, stores, pool })),
  );
  await insertRows(
    client,
    'prices',
    entries(campaigns).flatMap(([name, { store, prices, cpa = null, cpoMinor = null, minimumOrderMinor = null }]) =>
      prices.map(([cpc, invoiceCpc], source) => ({
        store_id: stores[store],
        campaign_id: ids[name],
        source,
        cpc_minor: cpc,
        invoice_cpc_minor: invoiceCpc,
        cpa,
        // 25 % more, in whole per cent.
        invoice_cpa: cpa === null ? null : Math.round(cpa * 125) / 100,
        // With the margin of the store's orders.
        cpo_minor: cpoMinor,
        minimum_order_minor: minimumOrderMinor,
      })),
    ),
  );
  await insertTargets(client, people, ids);
  return ids;
}

function campaignRow(
  campaign: DemoCampaign,
  { time, people, stores, pool }: { time: Timeline; people: People; stores: Stores['stores']; pool: number },
) {
  // Created two weeks before its start, but not later than yesterday.
  const written = time.at(Math.min(campaign.from - 14, -1), 11);
  return {
    store_id: stores[campaign.store],
    token: randomBytes(6).toString('hex'),
    type: campaign.type,
    name: `${campaign.title} ${addDays(time.today, campaign.from).slice(0, 7)}`.slice(0, 64),
    campaign_title: campaign.title,
    campaign_text: campaign.text,
    influencer_text: '',
    campaign_show: campaign.onlyUser === undefined,
    active: true,
    priority: campaign.priority,
    valid_from: time.at(campaign.from),
    valid_until: new Date(time.at(campaign.until).getTime() - 1),
    only_user_id: campaign.onlyUser === undefined ? null : people.users[campaign.onlyUser],
    has_product_seeding: campaign.seeding ?? false,
    has_onetime_payment: campaign.oneTimeMinor !== undefined,
    one_time_payment_minor: campaign.oneTimeMinor ?? null,
    per_user_limit: campaign.perUser ?? false,
    max_clicks: campaign.maxClicks ?? null,
    max_money_minor: campaign.maxMoneyMinor ?? null,
    budget_limit_minor: campaign.budgetMinor ?? null,
    shared_budget_id: campaign.sharedBudget ? pool : null,
    todo: campaign.todo ?? [],
    store_visibility: 0,
    show_for_advertiser: true,
    created_by: people.users[CAMPAIGNER[campaign.store] ?? 'ingrid'],
    created_at: written,
    updated_at: written,
  };
}

async function insertTargets(client: pg.ClientBase, { tags, groups }: People, ids: Campaigns): Promise<void> {
  await insertRows(
    client,
    'campaign_targets',
    entries(campaigns).flatMap(([name, { targets = {} }]) => [
      ...(targets.tags ?? []).map((tag) => ({ campaign_id: ids[name], user_tag_id: tags[tag], store_group_id: null })),
      ...(targets.market
        ? [{ campaign_id: ids[name], user_tag_id: null, store_group_id: groups[targets.market] }]
        : []),
    ]),
  );
}

function entries<Name extends string, Value>(record: Readonly<Record<Name, Value>>): [Name, Value][] {
  return Object.entries(record) as [Name, Value][];
}
