import type pg from 'pg';
import { createMarket } from '../market.ts';
import { unique } from '../unique.ts';
import type { MarketPlan, PricePlan } from './plan.ts';

const PAGES = {
  paid: 'https://shop.example.test/',
  excluded: 'https://shop.example.test/excluded/',
  elsewhere: 'https://elsewhere.example.test/',
};

/** The ids of a plan's rows, by their index in the plan. */
export interface MarketIds {
  creators: number[];
  stores: number[];
  budgets: number[];
  campaigns: number[];
  links: { id: number; code: string }[];
}

/** Returns the entry of a list that a plan's number selects. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

/** Whether a plan's number selects anything; the list may be empty. */
export function names(list: readonly unknown[], index: number | null): index is number {
  return index !== null && list.length > 0;
}

/** Keeps the first of all entries with the same key, like the tables' unique constraints. */
export function firstOfEach<T>(list: readonly T[], keyOf: (item: T) => unknown): T[] {
  const seen = new Set<unknown>();
  return list.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Inserts the plan's rows into a migrated database. `zeroMs`: the instant that the plan's times are relative to. */
export async function foundMarket(pool: pg.Pool, plan: MarketPlan, zeroMs: number): Promise<MarketIds> {
  const market = createMarket(pool);
  const part = (ppm: number | null) => (ppm === null ? {} : { share: ppm / 1_000_000 });
  const sharesOf = (row: { userShare: number | null; agencyShare: number | null }) => ({
    ...(row.userShare === null ? {} : { userShare: part(row.userShare).share! }),
    ...(row.agencyShare === null ? {} : { agencyShare: part(row.agencyShare).share! }),
  });
  const price = (owner: { storeId: number; campaignId?: number; participantId?: number }, row: PricePlan) =>
    market.price({
      ...owner,
      ...sharesOf(row),
      source: row.source,
      ...(row.cpcMinor === null ? {} : { cpcMinor: row.cpcMinor }),
      ...(row.invoiceCpcMinor === null ? {} : { invoiceCpcMinor: row.invoiceCpcMinor }),
      ...(row.cpaPpm === null ? {} : { cpa: row.cpaPpm / 1_000_000 }),
      ...(row.invoiceCpaPpm === null ? {} : { invoiceCpa: row.invoiceCpaPpm / 1_000_000 }),
      ...(row.marginCpaPpm === null ? {} : { marginCpa: row.marginCpaPpm / 1_000_000 }),
      ...(row.cpoMinor === null ? {} : { cpoMinor: row.cpoMinor }),
      ...(row.invoiceCpoMinor === null ? {} : { invoiceCpoMinor: row.invoiceCpoMinor }),
      ...(row.cpoMode === null ? {} : { cpoMode: row.cpoMode }),
      ...(row.minimumOrderMinor === null ? {} : { minimumOrderMinor: row.minimumOrderMinor }),
    });
  const insert = (text: string, values: unknown[]) => pool.query(text, values);

  const agencies: number[] = [];
  for (const agency of plan.agencies) agencies.push(await market.agency(sharesOf(agency)));
  const tiers: number[] = [];
  for (const tier of plan.tiers) tiers.push(await market.tier(sharesOf(tier)));
  const { rows } = await insert(
    `INSERT INTO user_tags (name, slug) SELECT 'tag', gen_random_uuid()::text RETURNING id`,
    [],
  );
  const tagId: number = rows[0].id;

  const creators: number[] = [];
  for (const creator of plan.creators) {
    const id = await market.user({
      ...(names(agencies, creator.agency) ? { agencyId: pick(agencies, creator.agency) } : {}),
      ...(names(tiers, creator.tier) ? { tierId: pick(tiers, creator.tier) } : {}),
      suspended: creator.suspended,
    });
    if (creator.tagged)
      await insert('INSERT INTO user_tag_members (user_id, user_tag_id) VALUES ($1, $2)', [id, tagId]);
    creators.push(id);
  }
  const storeGroupId = await market.storeGroup();
  const stores: number[] = [];
  for (const store of plan.stores) {
    const storeId = await market.store({ storeGroupId, hidden: store.hidden });
    for (const row of store.prices) await price({ storeId }, row);
    await insert(`INSERT INTO url_rules (store_id, type, url) VALUES ($1, 'block', $2)`, [storeId, PAGES.excluded]);
    stores.push(storeId);
  }
  const budgets: number[] = [];
  for (const budget of plan.budgets)
    budgets.push(await market.sharedBudget(pick(stores, budget.store), budget.amountMinor));
  const links: MarketIds['links'] = [];
  for (const link of plan.links) {
    const storeId = pick(stores, link.store);
    const url = `${PAGES[link.page]}${unique()}`;
    const made = await market.link({ userId: pick(creators, link.creator), storeId, url });
    if (link.page === 'elsewhere')
      await insert("DELETE FROM store_domains WHERE store_id = $1 AND host = 'elsewhere.example.test'", [storeId]);
    if (link.suspended) await insert('UPDATE links SET suspended_at = now() WHERE id = $1', [made.id]);
    links.push(made);
  }
  for (const { store, kind, index, validateClicks } of plan.blocks) {
    const blocked = { user: creators, agency: agencies, tag: [tagId] }[kind];
    if (blocked.length === 0) continue;
    const column = { user: 'user_id', agency: 'agency_id', tag: 'user_tag_id' }[kind];
    await insert(`INSERT INTO blocklist (store_id, ${column}, validate_clicks) VALUES ($1, $2, $3)`, [
      pick(stores, store),
      pick(blocked, index),
      validateClicks,
    ]);
  }

  const campaigns: number[] = [];
  for (const campaign of plan.campaigns) {
    const storeId = pick(stores, campaign.store);
    const campaignId = await market.campaign({
      storeId,
      type: campaign.type,
      active: campaign.active,
      priority: campaign.priority,
      ...(campaign.from === null ? {} : { validFrom: new Date(zeroMs + campaign.from) }),
      ...(campaign.until === null ? {} : { validUntil: new Date(zeroMs + campaign.until) }),
      ...(campaign.onlyCreator === null ? {} : { onlyUserId: pick(creators, campaign.onlyCreator) }),
      perUserLimit: campaign.perUserLimit,
      ...(campaign.maxClicks === null ? {} : { maxClicks: campaign.maxClicks }),
      ...(campaign.maxMoneyMinor === null ? {} : { maxMoneyMinor: campaign.maxMoneyMinor }),
      ...(campaign.budgetLimitMinor === null ? {} : { budgetLimitMinor: campaign.budgetLimitMinor }),
      ...(campaign.budget === null ? {} : { sharedBudgetId: pick(budgets, campaign.budget) }),
    });
    campaigns.push(campaignId);
    if (campaign.deleted) await insert('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [campaignId]);
    for (const row of campaign.prices) await price({ storeId, campaignId }, row);
    const targets = { user: creators, agency: agencies, tier: tiers, tag: [tagId] };
    const columns = { user: 'user_id', agency: 'agency_id', tier: 'revenue_tier_id', tag: 'user_tag_id' };
    for (const { kind, index } of campaign.targets) {
      if (targets[kind].length === 0) continue;
      await insert(
        `INSERT INTO campaign_targets (campaign_id, ${columns[kind]}) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        [campaignId, pick(targets[kind], index)],
      );
    }
    for (const index of campaign.attached)
      await insert('INSERT INTO campaign_links (campaign_id, link_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        campaignId,
        pick(links, index).id,
      ]);
    for (const participant of firstOfEach(campaign.participants, (one) => pick(creators, one.creator))) {
      const participantId = await market.participant({
        campaignId,
        userId: pick(creators, participant.creator),
        status: participant.status,
        ...(participant.clickLimit === null ? {} : { clickLimit: participant.clickLimit }),
      });
      for (const row of participant.overrides) await price({ storeId, campaignId, participantId }, row);
    }
  }
  return { creators, stores, budgets, campaigns, links };
}

/** A store has at most one campaign for a single creator, so later ones of a plan become campaigns for everyone. */
export function withOneCampaignForEachCreator(plan: MarketPlan): MarketPlan {
  const seen = new Set<string>();
  const campaigns = plan.campaigns.map((campaign) => {
    if (campaign.onlyCreator === null) return campaign;
    const key = `${campaign.store % plan.stores.length}:${campaign.onlyCreator % plan.creators.length}`;
    if (seen.has(key)) return { ...campaign, onlyCreator: null };
    seen.add(key);
    return campaign;
  });
  return { ...plan, campaigns };
}
