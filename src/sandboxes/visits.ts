import { Chance } from '../demo/random.ts';
import { AT_HOME, COUNTRIES, HOURS, IN_AN_APP, WEEKDAYS } from '../demo/season.ts';
import type { PastClick } from '../modules/clicks/index.ts';
import type { Pattern } from '../modules/sandboxes/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A link that is visited. */
export interface VisitedLink {
  code: string;
  storeId: number;
  /** ISO 4217, of the store. */
  currency: string;
}

/** Planned traffic as it is stored. */
export interface StoredPlan {
  fromMs: number;
  days: number;
  clicks: number;
  orders: number;
  seed: number;
  pattern: Pattern;
  links: readonly VisitedLink[];
}

/** The order of a visitor. */
interface Purchase {
  /** Within the plan, from 1. */
  number: number;
  afterMs: number;
  minor: number;
  /** Until the store decides; null: it never does. */
  decidedAfterMs: number | null;
  status: 'approved' | 'denied';
  /** The earlier refund; null: none. */
  refund: { afterMs: number; minor: number } | null;
}

export interface Visit {
  link: VisitedLink;
  click: PastClick;
  purchase: Purchase | null;
}

/**
 * Returns the visits of a plan in order of time. A pure function of the plan: the same plan always yields the same visits, so that a process that is
 * interrupted continues with the rest of them.
 */
export function visitsOf(plan: StoredPlan): Visit[] {
  const chance = new Chance(plan.seed);
  const drawn = Array.from({ length: plan.clicks }, (_, index) => DRAW[plan.pattern](plan, index, chance));
  drawn.sort((a, b) => a.click.atMs - b.click.atMs);
  const buyers = chosen(plan, chance);
  let number = 0;
  return drawn.map((visit, index) => {
    if (!buyers.has(index)) return { ...visit, purchase: null };
    number += 1;
    return { ...visit, purchase: purchase(plan, visit.link, number, chance) };
  });
}

type Draw = (plan: StoredPlan, index: number, chance: Chance) => Omit<Visit, 'purchase'>;

const DRAW: Record<Pattern, Draw> = {
  shoppers: (plan, _index, chance) => {
    const link = chance.pick(plan.links);
    const headers = chance.pick(chance.next() < 0.55 ? IN_AN_APP : AT_HOME);
    const [network, subnet, host] = [18 + chance.below(2), chance.below(256), chance.below(256)];
    const country = COUNTRIES[subnet % COUNTRIES.length]!;
    return visit(link, {
      atMs: humanInstant(plan, chance),
      headers,
      address: `198.${network}.${subnet}.${host}`,
      country,
    });
  },
  // Evenly spaced around the clock, on one link, from eight addresses.
  click_farm: (plan, index, chance) => {
    const atMs = plan.fromMs + Math.floor((plan.days * DAY_MS * (index + chance.next())) / plan.clicks);
    const headers = AT_HOME[2]!;
    return visit(plan.links[0]!, { atMs, headers, address: `203.0.113.${chance.below(8)}`, country: null });
  },
  // Visitors whose browsers request the link from a picture or a frame of another page.
  cookie_stuffing: (plan, _index, chance) => {
    const hidden = { 'sec-fetch-dest': chance.pick(['image', 'iframe']), 'sec-fetch-site': 'cross-site' };
    const headers = { ...chance.pick(AT_HOME), ...hidden, referer: 'https://coupons.example/' };
    const address = `198.18.${chance.below(256)}.${chance.below(256)}`;
    return visit(plan.links[0]!, { atMs: humanInstant(plan, chance), headers, address, country: 'SE' });
  },
  // One person with a few addresses who returns every purchase.
  order_squatting: (plan, _index, chance) => {
    const address = `192.0.2.${chance.below(4)}`;
    return visit(plan.links[0]!, { atMs: humanInstant(plan, chance), headers: IN_AN_APP[0]!, address, country: 'SE' });
  },
};

function visit(
  link: VisitedLink,
  click: Pick<PastClick, 'atMs' | 'headers' | 'address'> & { country: string | null },
): Omit<Visit, 'purchase'> {
  return { link, click: { code: link.code, method: 'GET', ...click } };
}

/** More visits in the evening and on Sundays, as in the demo's season. */
function humanInstant({ fromMs, days }: StoredPlan, chance: Chance): number {
  const weights = Array.from({ length: 7 }, (_, day) => WEEKDAYS[new Date(fromMs + day * DAY_MS).getUTCDay()]!);
  const weeks = Math.ceil(days / 7);
  for (;;) {
    const day = chance.below(weeks) * 7 + chance.weighted(weights);
    const within = chance.weighted(HOURS) * HOUR_MS + chance.below(HOUR_MS);
    const startMs = Math.floor(fromMs / DAY_MS) * DAY_MS + day * DAY_MS;
    // A plan may begin in the middle of a day: the hours before it are those of its last day.
    const atMs = startMs + within < fromMs ? startMs + within + days * DAY_MS : startMs + within;
    if (atMs >= fromMs && atMs < fromMs + days * DAY_MS) return atMs;
  }
}

/** The positions of the visits that lead to a purchase. */
function chosen({ clicks, orders }: StoredPlan, chance: Chance): Set<number> {
  const places = new Set<number>();
  while (places.size < orders) places.add(chance.below(clicks));
  return places;
}

/** Minor units that a basket in euros is multiplied with. */
const CURRENCY_FACTORS: Record<string, number> = { SEK: 10, NOK: 10, DKK: 7.5 };

function purchase({ pattern }: StoredPlan, { currency }: VisitedLink, number: number, chance: Chance): Purchase {
  // Small baskets are more frequent.
  const minor = Math.round((1_500 + 18_500 * chance.next() ** 2) * (CURRENCY_FACTORS[currency] ?? 1));
  const [kind, fate, part] = [chance.next(), chance.next(), chance.pick([0.25, 0.5, 1])];
  const isSoon = kind < 0.75;
  const afterMs = isSoon ? (3 + chance.below(50)) * MINUTE_MS : Math.round(chance.next() * 9 * DAY_MS);
  const refundedAfterMs = Math.round((2 + chance.next() * 7) * DAY_MS);
  if (pattern === 'order_squatting')
    return { number, afterMs, minor, decidedAfterMs: 5 * DAY_MS, status: 'denied', refund: null };
  const refund = fate >= 0.9 ? { afterMs: refundedAfterMs, minor: Math.round(minor * part) } : null;
  return { number, afterMs, minor, decidedAfterMs: 14 * DAY_MS, status: fate < 0.05 ? 'denied' : 'approved', refund };
}
