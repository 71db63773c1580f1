import fc from 'fast-check';

/**
 * A small marketplace as plain data without ids. Numbers that select something are taken modulo the number of
 * candidates.
 */
export interface MarketPlan {
  agencies: { userShare: number | null; agencyShare: number }[];
  tiers: Shares[];
  creators: { agency: number | null; tier: number | null; suspended: boolean; tagged: boolean }[];
  stores: { hidden: boolean; prices: PricePlan[] }[];
  budgets: { store: number; amountMinor: number }[];
  campaigns: CampaignPlan[];
  /** `page`: paid by its store, excluded by a rule, or at a domain that is not the store's. */
  links: { creator: number; store: number; suspended: boolean; page: 'paid' | 'excluded' | 'elsewhere' }[];
  blocks: { store: number; kind: 'user' | 'agency' | 'tag'; index: number; validateClicks: boolean }[];
}

/** Millionths; null where not set. */
interface Shares {
  userShare: number | null;
  agencyShare: number | null;
}

export interface PricePlan extends Shares {
  source: 0 | 1;
  cpcMinor: number | null;
  invoiceCpcMinor: number | null;
  /** Millionths of an order. */
  cpaPpm: number | null;
  invoiceCpaPpm: number | null;
  /** The price of orders at which the margin was set. */
  marginCpaPpm: number | null;
  /** A fixed amount for each order, its cost, and the minimum value of orders. */
  cpoMinor: number | null;
  invoiceCpoMinor: number | null;
  cpoMode: 'added' | 'larger' | null;
  minimumOrderMinor: number | null;
}

export interface CampaignPlan {
  store: number;
  type: 'standard' | 'user_accept' | 'store_accept' | 'suggestion';
  active: boolean;
  deleted: boolean;
  priority: number;
  /** Milliseconds from the plan's zero; null where open. */
  from: number | null;
  until: number | null;
  onlyCreator: number | null;
  perUserLimit: boolean;
  maxClicks: number | null;
  maxMoneyMinor: number | null;
  budgetLimitMinor: number | null;
  budget: number | null;
  prices: PricePlan[];
  targets: { kind: 'user' | 'agency' | 'tier' | 'tag'; index: number }[];
  attached: number[];
  participants: { creator: number; status: string; clickLimit: number | null; overrides: PricePlan[] }[];
}

export interface ClickPlan {
  link: number;
  visitor: number;
  day: 0 | 1;
  class: 0 | 1 | 2;
  source: 0 | 1;
  /** Milliseconds from the plan's zero. */
  at: number;
}

export interface BatchPlan {
  clicks: ClickPlan[];
  /** Indexes of earlier clicks that are repeated before these. */
  again: number[];
}

const index = fc.noBias(fc.nat({ max: 5 }));
/** Null in one of `freq + 1` cases. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) =>
  fc.oneof({ weight: freq, arbitrary }, { weight: 1, arbitrary: fc.constant(null) });
// Without fast-check's bias towards small numbers, which would make every option likely.
const chance = (percent: number) => fc.noBias(fc.nat({ max: 99 })).map((drawn) => drawn < percent);
const share = fc.oneof(fc.constantFrom(0, 1, 333_333, 500_000, 700_000, 1_000_000), fc.nat({ max: 1_000_000 }));
const shares: fc.Arbitrary<Shares> = fc
  .record({ userShare: maybe(share), agencyShare: maybe(share) })
  .map(({ userShare, agencyShare }) => ({
    userShare,
    agencyShare: agencyShare === null ? null : Math.min(agencyShare, 1_000_000 - (userShare ?? 0)),
  }));
const amount = fc.oneof(fc.constantFrom(0, 1, 10), fc.nat({ max: 250 }));
const price: fc.Arbitrary<PricePlan> = fc
  .record({
    source: fc.constantFrom<0 | 1>(0, 1),
    cpcMinor: maybe(amount, 6),
    invoiceCpcMinor: maybe(amount),
    cpaPpm: maybe(share),
    invoiceCpaPpm: maybe(share),
    shares,
    fixed: fc.record({
      marginCpaPpm: maybe(fc.constantFrom(1, 50_000, 333_333)),
      cpoMinor: maybe(amount),
      margin: maybe(amount),
      isLarger: fc.boolean(),
      minimumOrderMinor: maybe(amount),
    }),
  })
  .map(({ shares: both, fixed: { marginCpaPpm, cpoMinor, margin, isLarger, minimumOrderMinor }, ...rest }) => ({
    ...rest,
    ...both,
    marginCpaPpm,
    cpoMinor,
    invoiceCpoMinor: margin === null ? null : (cpoMinor ?? 0) + margin,
    cpoMode: cpoMinor !== null && isLarger ? ('larger' as const) : null,
    minimumOrderMinor,
  }));
const cap = (most: number) => fc.noBias(fc.nat({ max: most }));
const prices = fc.uniqueArray(price, { selector: (row) => row.source, maxLength: 2, size: 'max' });
const edge = maybe(
  fc.noBias(fc.integer({ min: -3, max: 3 })).map((seconds) => seconds * 1_000),
  1,
);
const status = fc.constantFrom(
  'accepted',
  'accepted',
  'product_sent',
  'have_received',
  'have_posted',
  'open',
  'applied',
  'denied',
  'done',
  'suggestion',
  'second_prio',
  'store_denied',
);

const campaign: fc.Arbitrary<CampaignPlan> = fc
  .record({
    store: index,
    type: fc.constantFrom('standard' as const, 'standard' as const, 'user_accept' as const, 'store_accept' as const),
    active: chance(90),
    deleted: chance(5),
    priority: fc.constantFrom(10, 50, 90),
    from: edge,
    until: edge,
    onlyCreator: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: index }),
    perUserLimit: chance(40),
    maxClicks: maybe(cap(6)),
    maxMoneyMinor: maybe(cap(900), 1),
    budgetLimitMinor: maybe(cap(900), 1),
    budget: maybe(index, 1),
    prices,
    targets: fc.array(
      fc.record({ kind: fc.constantFrom('user' as const, 'agency' as const, 'tier' as const, 'tag' as const), index }),
      { maxLength: 2 },
    ),
    attached: fc.uniqueArray(index, { maxLength: 1 }),
    participants: fc.array(fc.record({ creator: index, status, clickLimit: maybe(cap(3), 1), overrides: prices }), {
      maxLength: 3,
      size: 'max',
    }),
  })
  .map((one) => ({
    ...one,
    attached: one.onlyCreator === null ? one.attached : [],
    until: one.until !== null && one.from !== null && one.until <= one.from ? null : one.until,
  }));

/** Small marketplaces with and without each cap, overlapping campaigns, equal priorities, and prices from zero. */
export const marketPlan: fc.Arbitrary<MarketPlan> = fc.record({
  agencies: fc.array(fc.record({ userShare: maybe(share), agencyShare: share }), { maxLength: 2 }),
  tiers: fc.array(shares, { maxLength: 2 }),
  creators: fc.array(
    fc.record({ agency: maybe(index), tier: maybe(index, 1), suspended: chance(8), tagged: chance(40) }),
    { minLength: 1, maxLength: 3, size: 'max' },
  ),
  stores: fc.array(fc.record({ hidden: chance(8), prices }), { minLength: 1, maxLength: 2 }),
  budgets: fc.array(fc.record({ store: index, amountMinor: cap(1_500) }), { minLength: 1, maxLength: 2 }),
  campaigns: fc.array(campaign, { maxLength: 6, size: 'max' }),
  links: fc.array(
    fc.record({
      creator: index,
      store: index,
      suspended: chance(8),
      page: fc.constantFrom('paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'excluded', 'elsewhere'),
    }),
    {
      minLength: 1,
      maxLength: 5,
      size: 'max',
    },
  ),
  blocks: fc.array(
    fc.record({
      store: index,
      kind: fc.constantFrom('user' as const, 'user' as const, 'agency' as const, 'tag' as const),
      index,
      validateClicks: fc.boolean(),
    }),
    { minLength: 1, maxLength: 1 },
  ),
});

const click: fc.Arbitrary<ClickPlan> = fc.record({
  link: index,
  visitor: fc.noBias(fc.nat({ max: 40 })),
  day: fc.constantFrom<0 | 1>(0, 0, 0, 1),
  class: fc.constantFrom<0 | 1 | 2>(0, 0, 0, 0, 0, 0, 0, 0, 1, 2),
  source: fc.constantFrom<0 | 1>(0, 1),
  at: fc
    .tuple(fc.integer({ min: -4, max: 4 }), fc.constantFrom(-1, 0, 0, 1))
    .map(([seconds, beside]) => seconds * 1_000 + beside),
});

/** A few batches of clicks, some of which repeat earlier ones. */
export const batchPlans: fc.Arbitrary<BatchPlan[]> = fc.array(
  fc.record({
    clicks: fc.array(click, { minLength: 1, maxLength: 40, size: 'max' }),
    again: fc.oneof(
      { weight: 3, arbitrary: fc.constant<number[]>([]) },
      { weight: 1, arbitrary: fc.array(fc.nat({ max: 60 }), { maxLength: 8 }) },
    ),
  }),
  { minLength: 1, maxLength: 4, size: 'max' },
);
