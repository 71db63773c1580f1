import { firstOfEach, names, pick } from './found-market.ts';
import type { CampaignPlan, ClickPlan, MarketPlan, PricePlan } from './plan.ts';

/** The expected result of a click; campaigns, links and stores by their index in the plan. */
export interface NaiveClick {
  link: number;
  store: number;
  creator: number;
  day: number;
  source: 0 | 1;
  class: number;
  terms: number;
  campaign: number | null;
  cappedCampaign: number | null;
  costMinor: number;
  userMinor: number;
  agencyMinor: number;
  cpcMinor: number;
  userSharePpm: number;
  agencySharePpm: number;
  cpaPpm: number;
  invoiceCpaPpm: number;
  /** What orders pay beside the part of their value; null: nothing. */
  fixed: Record<string, number | string> | null;
}

const NO_MONEY = { costMinor: 0, userMinor: 0, agencyMinor: 0 };

/**
 * The pricing rules of docs/domain.md, applied click by click without any state except the clicks: the remainder of a cap is summed
 * from all earlier clicks each time. Intentionally slow and simple, as the reference for the real log.
 */
export class NaiveLog {
  readonly clicks: NaiveClick[] = [];
  readonly #plan: MarketPlan;
  readonly #visits = new Set<string>();

  constructor(plan: MarketPlan) {
    this.#plan = plan;
  }

  add(click: ClickPlan): void {
    const plan = this.#plan;
    const link = click.link % plan.links.length;
    const { creator, store } = plan.links[link]!;
    const seen: NaiveClick = {
      link,
      store: store % plan.stores.length,
      creator: creator % plan.creators.length,
      day: click.day,
      source: click.source,
      class: click.class,
      terms: 0,
      campaign: null,
      cappedCampaign: null,
      costMinor: 0,
      userMinor: 0,
      agencyMinor: 0,
      cpcMinor: 0,
      userSharePpm: 0,
      agencySharePpm: 0,
      cpaPpm: 0,
      invoiceCpaPpm: 0,
      fixed: null,
    };
    const refusal = this.#refusal(seen);
    if (seen.class === 0) seen.class = refusal !== 0 ? refusal : this.#repetition(seen, click);
    if (seen.class !== 1 && refusal === 0) this.#price(seen, click);
    // An order may follow an uncounted click: the click has terms, but no money.
    if (seen.class !== 0) Object.assign(seen, NO_MONEY, { cappedCampaign: null });
    this.clicks.push(seen);
  }

  #refusal(seen: NaiveClick): number {
    const plan = this.#plan;
    const creator = plan.creators[seen.creator]!;
    if (plan.stores[seen.store]!.hidden || plan.links[seen.link]!.suspended || creator.suspended) return 5;
    for (const block of plan.blocks) {
      if (block.store % plan.stores.length !== seen.store || block.validateClicks) continue;
      if (block.kind === 'user' && block.index % plan.creators.length === seen.creator) return 4;
      if (block.kind === 'tag' && creator.tagged) return 4;
      if (block.kind === 'agency' && this.#sameClient(block.index, creator.agency)) return 4;
    }
    return plan.links[seen.link]!.page === 'paid' ? 0 : 12;
  }

  #repetition(seen: NaiveClick, click: ClickPlan): number {
    const visit = `${click.visitor} ${seen.link} ${click.day}`;
    if (this.#visits.has(visit)) return 3;
    this.#visits.add(visit);
    return 0;
  }

  #sameClient(one: number, other: number | null): boolean {
    const { agencies } = this.#plan;
    return names(agencies, other) && one % agencies.length === other % agencies.length;
  }

  #price(seen: NaiveClick, click: ClickPlan): void {
    for (const [campaign, terms] of this.#offersFor(seen, click.at)) {
      const paid = this.#priceUnder(campaign, seen);
      if (this.#hasRoom(campaign, seen, paid.costMinor)) {
        Object.assign(seen, paid, { terms, campaign: this.#plan.campaigns.indexOf(campaign) });
        return;
      }
      seen.cappedCampaign ??= this.#plan.campaigns.indexOf(campaign);
    }
    if (rowFor(this.#plan.stores[seen.store]!.prices, seen.source))
      Object.assign(seen, this.#priced(seen, { own: [], campaign: [] }), { terms: 4 });
  }

  /** The applicable campaigns in order of precedence, each with its kind of terms. */
  #offersFor(seen: NaiveClick, at: number): [CampaignPlan, number][] {
    const { stores, campaigns, creators } = this.#plan;
    const found: [CampaignPlan, number][] = [];
    for (const campaign of campaigns) {
      if (campaign.store % stores.length !== seen.store || !campaign.active || campaign.deleted) continue;
      if ((campaign.from !== null && at < campaign.from) || (campaign.until !== null && at > campaign.until)) continue;
      if (campaign.attached.some((link) => link % this.#plan.links.length === seen.link)) found.push([campaign, 1]);
      else if (campaign.onlyCreator !== null) {
        if (campaign.onlyCreator % creators.length === seen.creator) found.push([campaign, 2]);
      } else if (this.#audienceHolds(campaign, seen)) found.push([campaign, 3]);
    }
    const newest = (campaign: CampaignPlan) => campaigns.indexOf(campaign);
    return found.sort(([a, kindA], [b, kindB]) => kindA - kindB || b.priority - a.priority || newest(b) - newest(a));
  }

  #audienceHolds(campaign: CampaignPlan, seen: NaiveClick): boolean {
    const { creators, agencies, tiers } = this.#plan;
    if (campaign.type !== 'standard') {
      const status = this.#participant(campaign, seen.creator)?.status ?? '';
      return ['accepted', 'product_sent', 'have_received', 'have_posted'].includes(status);
    }
    const kinds = { user: creators, agency: agencies, tier: tiers, tag: [0] };
    const targets = campaign.targets.filter((target) => kinds[target.kind].length > 0);
    if (targets.length === 0) return true;
    const creator = creators[seen.creator]!;
    return targets.some(({ kind, index }) => {
      if (kind === 'user') return index % creators.length === seen.creator;
      if (kind === 'agency') return this.#sameClient(index, creator.agency);
      if (kind === 'tier') return names(tiers, creator.tier) && index % tiers.length === creator.tier % tiers.length;
      return creator.tagged;
    });
  }

  #participant(campaign: CampaignPlan, creator: number) {
    const count = this.#plan.creators.length;
    return firstOfEach(campaign.participants, (one) => one.creator % count).find(
      (one) => one.creator % count === creator,
    );
  }

  #hasRoom(campaign: CampaignPlan, seen: NaiveClick, costMinor: number): boolean {
    const { campaigns, budgets } = this.#plan;
    const under = this.clicks.filter((click) => click.class === 0 && click.campaign === campaigns.indexOf(campaign));
    const mine = under.filter((click) => click.creator === seen.creator);
    const held = campaign.perUserLimit ? mine : under;
    if (campaign.maxClicks !== null && held.length + 1 > campaign.maxClicks) return false;
    for (const most of [campaign.maxMoneyMinor, campaign.budgetLimitMinor])
      if (most !== null && spent(held) + costMinor > most) return false;
    const limit = this.#participant(campaign, seen.creator)?.clickLimit ?? null;
    if (limit !== null && mine.length + 1 > limit) return false;
    if (campaign.budget === null) return true;
    const budget = pick(budgets, campaign.budget);
    const fromIt = this.clicks.filter(({ campaign: place }) => {
      const other = place === null ? null : campaigns[place]!.budget;
      return other !== null && other !== undefined && pick(budgets, other) === budget;
    });
    return spent(fromIt) + costMinor <= budget.amountMinor;
  }

  #priceUnder(campaign: CampaignPlan, seen: NaiveClick) {
    const own = this.#participant(campaign, seen.creator)?.overrides ?? [];
    return this.#priced(seen, { own, campaign: campaign.prices });
  }

  /** The amounts under a participant's own prices, those of a campaign, and those of the store. */
  #priced(seen: NaiveClick, { own, campaign }: { own: PricePlan[]; campaign: PricePlan[] }) {
    const { creators, tiers, agencies, stores } = this.#plan;
    const store = stores[seen.store]!.prices;
    const rows = { own, campaign, store };
    const click = naivePrice(CLICK, rows, seen.source);
    const order = naivePrice(ORDER, rows, seen.source);
    const creator = creators[seen.creator]!;
    const tier = names(tiers, creator.tier) ? pick(tiers, creator.tier) : null;
    const agency = names(agencies, creator.agency) ? pick(agencies, creator.agency) : null;
    const from = click?.from ?? 'store';
    const owners = [
      from === 'own' ? click!.row : null,
      rowFor(campaign, seen.source),
      from === 'campaign' ? click!.row : null,
      from === 'store' ? rowFor(store, seen.source) : null,
      tier,
      agency,
    ];
    const cpcMinor = click?.price ?? 0;
    const userSharePpm = owners.find((one) => one?.userShare != null)?.userShare ?? 700_000;
    const said = owners.find((one) => one?.agencyShare != null)?.agencyShare ?? 0;
    const agencySharePpm = agency === null ? 0 : Math.min(said, 1_000_000 - userSharePpm);
    const partOf = (ppm: number) => Number((BigInt(cpcMinor) * BigInt(ppm)) / 1_000_000n);
    return {
      costMinor: click?.cost ?? 0,
      cpcMinor,
      userSharePpm,
      agencySharePpm,
      userMinor: partOf(userSharePpm),
      agencyMinor: partOf(agencySharePpm),
      cpaPpm: order?.price ?? 0,
      invoiceCpaPpm: order?.cost ?? 0,
      fixed: naiveFixed(rows, seen.source),
    };
  }
}

interface NaiveKind {
  price: 'cpcMinor' | 'cpaPpm' | 'cpoMinor';
  cost: 'invoiceCpcMinor' | 'invoiceCpaPpm' | 'invoiceCpoMinor';
  max: number;
}
const CLICK: NaiveKind = { price: 'cpcMinor', cost: 'invoiceCpcMinor', max: 100_000 };
const ORDER: NaiveKind = { price: 'cpaPpm', cost: 'invoiceCpaPpm', max: 1_000_000 };

const FIXED: NaiveKind = { price: 'cpoMinor', cost: 'invoiceCpoMinor', max: 10_000_000 };

type Rows = Record<'own' | 'campaign' | 'store', PricePlan[]>;

const PLACES: Record<0 | 1, [keyof Rows, 0 | 1][]> = {
  0: [
    ['own', 0],
    ['campaign', 0],
    ['store', 0],
  ],
  1: [
    ['own', 1],
    ['campaign', 1],
    ['own', 0],
    ['campaign', 0],
    ['store', 1],
    ['store', 0],
  ],
};

/** The fixed amount of an order with its mode, and the first minimum value. */
function naiveFixed(rows: Rows, source: 0 | 1): Record<string, number | string> | null {
  const amount = naivePrice(FIXED, rows, source);
  const minimums = PLACES[source].map(([from, of]) => rows[from].find((one) => one.source === of)?.minimumOrderMinor);
  const minimum = minimums.find((one) => one != null) ?? 0;
  const fixed: Record<string, number | string> = {};
  if (amount !== null && amount.cost > 0) {
    fixed['cpo_minor'] = amount.price;
    fixed['invoice_cpo_minor'] = amount.cost;
    if (amount.row.cpoMode === 'larger') fixed['cpo_mode'] = 'larger';
  }
  if (minimum > 0) fixed['minimum_order_minor'] = minimum;
  return Object.keys(fixed).length > 0 ? fixed : null;
}

/** The price that applies, by its own list of all places in which it can be set. */
function naivePrice(kind: NaiveKind, rows: Rows, source: 0 | 1) {
  const costsAlone: number[] = [];
  for (const [from, of] of PLACES[source]) {
    const row = rows[from].find((one) => one.source === of);
    if (row === undefined) continue;
    const price = row[kind.price];
    if (price !== null) {
      const cost = row[kind.cost] ?? naiveCost(kind, rows, { from, of, price });
      return { from, row, price, cost: Math.max(cost, ...costsAlone) };
    }
    if (from === 'campaign' && row[kind.cost] !== null) costsAlone.push(row[kind.cost]!);
  }
  return null;
}

/** The cost of a price that has none of its own: 0 for a price of 0, otherwise the price with the margin. */
function naiveCost(
  kind: NaiveKind,
  rows: Rows,
  { from, of, price }: { from: keyof Rows; of: 0 | 1; price: number },
): number {
  const margins = { store: [], campaign: [rows.store], own: [rows.store, rows.campaign] }[from].map((owner) => {
    // The margin of fixed amounts remains if a store removes its own.
    const isKept = kind === FIXED && owner === rows.store;
    const priced = owner.filter((one) => one[kind.price] !== null || (isKept && one[kind.cost] !== null));
    const row = rowFor(priced, of);
    return row === undefined || row[kind.cost] === null ? 0 : row[kind.cost]! - (row[kind.price] ?? 0);
  });
  if (kind === FIXED) margins.push(...marginsOfOrders(rows, { from, of, price }));
  const raised = Math.min(price + Math.max(0, ...margins), kind.max);
  return price === 0 ? 0 : Math.max(price, raised);
}

/** The margins of orders in the ratio to their commission, of the store and the campaign that set none for fixed amounts. */
function marginsOfOrders(rows: Rows, { from, of, price }: { from: keyof Rows; of: 0 | 1; price: number }): number[] {
  const owners = from === 'store' ? [rows.store] : [rows.store, rows.campaign];
  return owners.flatMap((owner) => {
    const fixed = rowFor(
      owner.filter((one) => one.cpoMinor !== null || (owner === rows.store && one.invoiceCpoMinor !== null)),
      of,
    );
    const order = rowFor(
      owner.filter((one) => one.cpaPpm !== null),
      of,
    );
    if ((fixed?.invoiceCpoMinor ?? null) !== null || (order?.invoiceCpaPpm ?? null) === null) return [];
    const base = order!.marginCpaPpm ?? order!.cpaPpm!;
    const margin = order!.invoiceCpaPpm! - order!.cpaPpm!;
    if (base === 0 || margin <= 0) return [];
    // Six decimals of the ratio, then whole minor units, each to the nearest.
    const ratio = (BigInt(margin) * 2_000_000n + BigInt(base)) / (2n * BigInt(base));
    return [Number((BigInt(price) * ratio + 500_000n) / 1_000_000n)];
  });
}

function rowFor(rows: readonly PricePlan[], source: 0 | 1): PricePlan | undefined {
  return rows.find((row) => row.source === source) ?? rows.find((row) => row.source === 0);
}

function spent(clicks: readonly NaiveClick[]): number {
  return clicks.reduce((sum, click) => sum + click.costMinor, 0);
}
