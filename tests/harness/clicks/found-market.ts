import type pg from 'pg';
import { createMarket } from '../market.ts';
import type { MarketPlan, PricePlan } from './plan.ts';

/** The ids of a plan's rows, by their index in the plan. */
export interface MarketIds {
  creators: number[];
  stores: number[];
  budgets: number[];
  offers: number[];
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
  const sharesOf = (row: { userShare: number | null; clientShare: number | null }) => ({
    ...(row.userShare === null ? {} : { userShare: part(row.userShare).share! }),
    ...(row.clientShare === null ? {} : { clientShare: part(row.clientShare).share! }),
  });
  const price = (owner: { storeId: number; offerId?: number; participantId?: number }, row: PricePlan) =>
    market.price({
      ...owner,
      ...sharesOf(row),
      source: row.source,
      ...(row.cpcMinor === null ? {} : { cpcMinor: row.cpcMinor }),
      ...(row.invoiceCpcMinor === null ? {} : { invoiceCpcMinor: row.invoiceCpcMinor }),
      ...(row.cpaPpm === null ? {} : { cpa: row.cpaPpm / 1_000_000 }),
      ...(row.invoiceCpaPpm === null ? {} : { invoiceCpa: row.invoiceCpaPpm / 1_000_000 }),
    });
  const insert = (text: string, values: unknown[]) => pool.query(text, values);

  const clients: number[] = [];
  for (const client of plan.clients) clients.push(await market.client(sharesOf(client)));
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
      ...(names(clients, creator.client) ? { clientId: pick(clients, creator.client) } : {}),
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
    stores.push(storeId);
  }
  const budgets: number[] = [];
  for (const budget of plan.budgets)
    budgets.push(await market.sharedBudget(pick(stores, budget.store), budget.amountMinor));
  const links: MarketIds['links'] = [];
  for (const link of plan.links) {
    const made = await market.link({ userId: pick(creators, link.creator), storeId: pick(stores, link.store) });
    if (link.suspended) await insert('UPDATE links SET suspended_at = now() WHERE id = $1', [made.id]);
    links.push(made);
  }
  for (const { store, kind, index, validateClicks } of plan.blocks) {
    const blocked = { user: creators, client: clients, tag: [tagId] }[kind];
    if (blocked.length === 0) continue;
    const column = { user: 'user_id', client: 'client_id', tag: 'user_tag_id' }[kind];
    await insert(`INSERT INTO blocklist (store_id, ${column}, validate_clicks) VALUES ($1, $2, $3)`, [
      pick(stores, store),
      pick(blocked, index),
      validateClicks,
    ]);
  }

  const offers: number[] = [];
  for (const offer of plan.offers) {
    const storeId = pick(stores, offer.store);
    const offerId = await market.offer({
      storeId,
      type: offer.type,
      active: offer.active,
      priority: offer.priority,
      ...(offer.from === null ? {} : { validFrom: new Date(zeroMs + offer.from) }),
      ...(offer.until === null ? {} : { validUntil: new Date(zeroMs + offer.until) }),
      ...(offer.onlyCreator === null ? {} : { onlyUserId: pick(creators, offer.onlyCreator) }),
      perUserLimit: offer.perUserLimit,
      ...(offer.maxClicks === null ? {} : { maxClicks: offer.maxClicks }),
      ...(offer.maxMoneyMinor === null ? {} : { maxMoneyMinor: offer.maxMoneyMinor }),
      ...(offer.budgetLimitMinor === null ? {} : { budgetLimitMinor: offer.budgetLimitMinor }),
      ...(offer.budget === null ? {} : { sharedBudgetId: pick(budgets, offer.budget) }),
    });
    offers.push(offerId);
    if (offer.deleted) await insert('UPDATE offers SET deleted_at = now() WHERE id = $1', [offerId]);
    for (const row of offer.prices) await price({ storeId, offerId }, row);
    const targets = { user: creators, client: clients, tier: tiers, tag: [tagId] };
    const columns = { user: 'user_id', client: 'client_id', tier: 'revenue_tier_id', tag: 'user_tag_id' };
    for (const { kind, index } of offer.targets) {
      if (targets[kind].length === 0) continue;
      await insert(`INSERT INTO offer_targets (offer_id, ${columns[kind]}) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
        offerId,
        pick(targets[kind], index),
      ]);
    }
    for (const index of offer.attached)
      await insert('INSERT INTO offer_links (offer_id, link_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        offerId,
        pick(links, index).id,
      ]);
    for (const participant of firstOfEach(offer.participants, (one) => pick(creators, one.creator))) {
      const participantId = await market.participant({
        offerId,
        userId: pick(creators, participant.creator),
        status: participant.status,
        ...(participant.clickLimit === null ? {} : { clickLimit: participant.clickLimit }),
      });
      for (const row of participant.overrides) await price({ storeId, offerId, participantId }, row);
    }
  }
  return { creators, stores, budgets, offers, links };
}

/** A store has at most one campaign for a single creator, so later ones of a plan become campaigns for everyone. */
export function withOneOfferForEachCreator(plan: MarketPlan): MarketPlan {
  const seen = new Set<string>();
  const offers = plan.offers.map((offer) => {
    if (offer.onlyCreator === null) return offer;
    const key = `${offer.store % plan.stores.length}:${offer.onlyCreator % plan.creators.length}`;
    if (seen.has(key)) return { ...offer, onlyCreator: null };
    seen.add(key);
    return offer;
  });
  return { ...plan, offers };
}
