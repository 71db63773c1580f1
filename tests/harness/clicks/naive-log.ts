import { firstOfEach, names, pick } from './found-market.ts';
import type { ClickPlan, MarketPlan, OfferPlan, PricePlan } from './plan.ts';

/** The expected result of a click; campaigns, links and stores by their index in the plan. */
export interface NaiveClick {
  link: number;
  store: number;
  creator: number;
  day: number;
  source: 0 | 1;
  class: number;
  terms: number;
  offer: number | null;
  cappedOffer: number | null;
  costMinor: number;
  userMinor: number;
  clientMinor: number;
  cpcMinor: number;
  userSharePpm: number;
  clientSharePpm: number;
  cpaPpm: number;
  invoiceCpaPpm: number;
}

const NO_MONEY = { costMinor: 0, userMinor: 0, clientMinor: 0 };

/**
 * The pricing rules of the domain document, applied click by click without any state but the clicks: the remainder
 * of a cap is summed from all of them each time. Intentionally slow and simple, as the reference for the real log.
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
      offer: null,
      cappedOffer: null,
      costMinor: 0,
      userMinor: 0,
      clientMinor: 0,
      cpcMinor: 0,
      userSharePpm: 0,
      clientSharePpm: 0,
      cpaPpm: 0,
      invoiceCpaPpm: 0,
    };
    const refusal = this.#refusal(seen);
    if (seen.class === 0) seen.class = refusal !== 0 ? refusal : this.#repetition(seen, click);
    if (seen.class !== 1 && refusal === 0) this.#price(seen, click);
    // An order may follow an uncounted click: the click has terms, but no money.
    if (seen.class !== 0) Object.assign(seen, NO_MONEY, { cappedOffer: null });
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
      if (block.kind === 'client' && this.#sameClient(block.index, creator.client)) return 4;
    }
    return 0;
  }

  #repetition(seen: NaiveClick, click: ClickPlan): number {
    const visit = `${click.visitor} ${seen.link} ${click.day}`;
    if (this.#visits.has(visit)) return 3;
    this.#visits.add(visit);
    return 0;
  }

  #sameClient(one: number, other: number | null): boolean {
    const { clients } = this.#plan;
    return names(clients, other) && one % clients.length === other % clients.length;
  }

  #price(seen: NaiveClick, click: ClickPlan): void {
    for (const [offer, terms] of this.#offersFor(seen, click.at)) {
      const paid = this.#priceUnder(offer, seen);
      if (this.#hasRoom(offer, seen, paid.costMinor)) {
        Object.assign(seen, paid, { terms, offer: this.#plan.offers.indexOf(offer) });
        return;
      }
      seen.cappedOffer ??= this.#plan.offers.indexOf(offer);
    }
    const own = rowFor(this.#plan.stores[seen.store]!.prices, seen.source);
    if (own) Object.assign(seen, this.#split(seen, own, own), partsOfOrder(own), { terms: 4 });
  }

  /** The applicable campaigns in order of precedence, each with its kind of terms. */
  #offersFor(seen: NaiveClick, at: number): [OfferPlan, number][] {
    const { stores, offers, creators } = this.#plan;
    const found: [OfferPlan, number][] = [];
    for (const offer of offers) {
      if (offer.store % stores.length !== seen.store || !offer.active || offer.deleted) continue;
      if ((offer.from !== null && at < offer.from) || (offer.until !== null && at > offer.until)) continue;
      if (offer.attached.some((link) => link % this.#plan.links.length === seen.link)) found.push([offer, 1]);
      else if (offer.onlyCreator !== null) {
        if (offer.onlyCreator % creators.length === seen.creator) found.push([offer, 2]);
      } else if (this.#audienceHolds(offer, seen)) found.push([offer, 3]);
    }
    const newest = (offer: OfferPlan) => offers.indexOf(offer);
    return found.sort(([a, kindA], [b, kindB]) => kindA - kindB || b.priority - a.priority || newest(b) - newest(a));
  }

  #audienceHolds(offer: OfferPlan, seen: NaiveClick): boolean {
    const { creators, clients, tiers } = this.#plan;
    if (offer.type !== 'standard') {
      const status = this.#participant(offer, seen.creator)?.status ?? '';
      return ['accepted', 'product_sent', 'have_received', 'have_posted'].includes(status);
    }
    const kinds = { user: creators, client: clients, tier: tiers, tag: [0] };
    const targets = offer.targets.filter((target) => kinds[target.kind].length > 0);
    if (targets.length === 0) return true;
    const creator = creators[seen.creator]!;
    return targets.some(({ kind, index }) => {
      if (kind === 'user') return index % creators.length === seen.creator;
      if (kind === 'client') return this.#sameClient(index, creator.client);
      if (kind === 'tier') return names(tiers, creator.tier) && index % tiers.length === creator.tier % tiers.length;
      return creator.tagged;
    });
  }

  #participant(offer: OfferPlan, creator: number) {
    const count = this.#plan.creators.length;
    return firstOfEach(offer.participants, (one) => one.creator % count).find((one) => one.creator % count === creator);
  }

  #hasRoom(offer: OfferPlan, seen: NaiveClick, costMinor: number): boolean {
    const { offers, budgets } = this.#plan;
    const under = this.clicks.filter((click) => click.class === 0 && click.offer === offers.indexOf(offer));
    const mine = under.filter((click) => click.creator === seen.creator);
    const held = offer.perUserLimit ? mine : under;
    if (offer.maxClicks !== null && held.length + 1 > offer.maxClicks) return false;
    for (const most of [offer.maxMoneyMinor, offer.budgetLimitMinor])
      if (most !== null && spent(held) + costMinor > most) return false;
    const limit = this.#participant(offer, seen.creator)?.clickLimit ?? null;
    if (limit !== null && mine.length + 1 > limit) return false;
    if (offer.budget === null) return true;
    const budget = pick(budgets, offer.budget);
    const fromIt = this.clicks.filter(({ offer: place }) => {
      const other = place === null ? null : offers[place]!.budget;
      return other !== null && other !== undefined && pick(budgets, other) === budget;
    });
    return spent(fromIt) + costMinor <= budget.amountMinor;
  }

  #priceUnder(offer: OfferPlan, seen: NaiveClick) {
    const own = rowFor(offer.prices, seen.source);
    const overrides = this.#participant(offer, seen.creator)?.overrides ?? [];
    let override = overrides.find((row) => row.source === seen.source);
    if (!override && own?.source !== seen.source) override = overrides.find((row) => row.source === 0);
    const ofClick = override && override.cpcMinor !== null ? override : own;
    const ofOrder = override && override.cpaPpm !== null ? override : own;
    return { ...this.#split(seen, ofClick, own), ...partsOfOrder(ofOrder) };
  }

  #split(seen: NaiveClick, paid: PricePlan | undefined, own: PricePlan | undefined) {
    const { creators, tiers, clients } = this.#plan;
    const creator = creators[seen.creator]!;
    const tier = names(tiers, creator.tier) ? pick(tiers, creator.tier) : null;
    const client = names(clients, creator.client) ? pick(clients, creator.client) : null;
    const cpcMinor = paid?.cpcMinor ?? 0;
    const userSharePpm = [paid, own, tier, client].find((from) => from?.userShare != null)?.userShare ?? 700_000;
    const said = [paid, own, tier, client].find((from) => from?.clientShare != null)?.clientShare ?? 0;
    const clientSharePpm = client === null ? 0 : Math.min(said, 1_000_000 - userSharePpm);
    const partOf = (ppm: number) => Number((BigInt(cpcMinor) * BigInt(ppm)) / 1_000_000n);
    return {
      costMinor: paid?.invoiceCpcMinor ?? cpcMinor,
      cpcMinor,
      userSharePpm,
      clientSharePpm,
      userMinor: partOf(userSharePpm),
      clientMinor: partOf(clientSharePpm),
    };
  }
}

function partsOfOrder(price: PricePlan | undefined) {
  const cpaPpm = price?.cpaPpm ?? 0;
  return { cpaPpm, invoiceCpaPpm: price?.invoiceCpaPpm ?? cpaPpm };
}

function rowFor(rows: readonly PricePlan[], source: 0 | 1): PricePlan | undefined {
  return rows.find((row) => row.source === source) ?? rows.find((row) => row.source === 0);
}

function spent(clicks: readonly NaiveClick[]): number {
  return clicks.reduce((sum, click) => sum + click.costMinor, 0);
}
