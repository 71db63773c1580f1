import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { addDays } from '../platform/calendar.ts';
import type { StaffName } from './cast.ts';
import { insertNamed, insertRows, mapRows } from './insert.ts';
import { type DemoOffer, OFFERS, type OfferName } from './offers.ts';
import type { People } from './people.ts';
import type { ShopName } from './shops.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

export type Offers = Record<OfferName, number>;

/** The staff member who creates a store's campaigns. */
export const CAMPAIGNER: Partial<Record<ShopName, StaffName>> = {
  nordicRunner: 'maja',
  fjallOchFunkis: 'karl',
  lumi: 'karl',
  blattwerk: 'carla',
  kiezrad: 'carla',
  thistleAndRye: 'fiona',
};

const offers: Record<OfferName, DemoOffer> = OFFERS;

/**
 * Inserts the campaigns with prices and targets, all of them running or scheduled. They end, pause or are deleted
 * during the season (`turning-points.ts`).
 */
export async function insertCampaigns(
  client: pg.ClientBase,
  time: Timeline,
  people: People,
  { stores }: Stores,
): Promise<Offers> {
  const { pool } = await insertNamed(client, 'shared_budgets', {
    pool: { store_id: stores.kiezrad, title: 'Rund ums Rad', amount_minor: 150_000, created_at: time.at(-40) },
  });
  const ids = await insertNamed(
    client,
    'offers',
    mapRows(offers, (offer) => offerRow(offer, { time, people, stores, pool })),
  );
  await insertRows(
    client,
    'prices',
    entries(offers).flatMap(([name, { store, prices, cpa = null }]) =>
      prices.map(([cpc, invoiceCpc], source) => ({
        store_id: stores[store],
        offer_id: ids[name],
        source,
        cpc_minor: cpc,
        invoice_cpc_minor: invoiceCpc,
        cpa,
        // 25 % more, in whole per cent.
        invoice_cpa: cpa === null ? null : Math.round(cpa * 125) / 100,
      })),
    ),
  );
  await insertTargets(client, people, ids);
  return ids;
}

function offerRow(
  offer: DemoOffer,
  { time, people, stores, pool }: { time: Timeline; people: People; stores: Stores['stores']; pool: number },
) {
  // Created two weeks before its start, but not later than yesterday.
  const written = time.at(Math.min(offer.from - 14, -1), 11);
  return {
    store_id: stores[offer.store],
    token: randomBytes(6).toString('hex'),
    type: offer.type,
    name: `${offer.title} ${addDays(time.today, offer.from).slice(0, 7)}`.slice(0, 64),
    campaign_title: offer.title,
    campaign_text: offer.text,
    influencer_text: '',
    campaign_show: offer.onlyUser === undefined,
    active: true,
    priority: offer.priority,
    valid_from: time.at(offer.from),
    valid_until: new Date(time.at(offer.until).getTime() - 1),
    only_user_id: offer.onlyUser === undefined ? null : people.users[offer.onlyUser],
    has_product_seeding: offer.seeding ?? false,
    has_onetime_payment: offer.oneTimeMinor !== undefined,
    one_time_payment_minor: offer.oneTimeMinor ?? null,
    per_user_limit: offer.perUser ?? false,
    max_clicks: offer.maxClicks ?? null,
    max_money_minor: offer.maxMoneyMinor ?? null,
    budget_limit_minor: offer.budgetMinor ?? null,
    shared_budget_id: offer.sharedBudget ? pool : null,
    todo: offer.todo ?? [],
    store_visibility: 0,
    show_for_advertiser: true,
    created_by: people.users[CAMPAIGNER[offer.store] ?? 'ingrid'],
    created_at: written,
    updated_at: written,
  };
}

async function insertTargets(client: pg.ClientBase, { tags, groups }: People, ids: Offers): Promise<void> {
  await insertRows(
    client,
    'offer_targets',
    entries(offers).flatMap(([name, { targets = {} }]) => [
      ...(targets.tags ?? []).map((tag) => ({ offer_id: ids[name], user_tag_id: tags[tag], store_group_id: null })),
      ...(targets.market ? [{ offer_id: ids[name], user_tag_id: null, store_group_id: groups[targets.market] }] : []),
    ]),
  );
}

function entries<Name extends string, Value>(record: Readonly<Record<Name, Value>>): [Name, Value][] {
  return Object.entries(record) as [Name, Value][];
}
