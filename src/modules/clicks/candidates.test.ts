import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candidatesFor } from './candidates.ts';
import { type CampaignTerms, type LinkProfile, type Price, type Source, TermsKind } from './profile.ts';

const NOON = Date.UTC(2025, 5, 1, 12);

function price(cpcMinor: number | null, rest: Partial<Price> = {}): Price {
  return {
    source: 0,
    cpcMinor,
    invoiceCpcMinor: null,
    cpaPpm: null,
    invoiceCpaPpm: null,
    marginCpaPpm: null,
    cpoMinor: null,
    invoiceCpoMinor: null,
    cpoMode: null,
    minimumOrderMinor: null,
    userSharePpm: null,
    agencySharePpm: null,
    ...rest,
  };
}

function campaign(campaignId: number, rest: Partial<CampaignTerms> = {}): CampaignTerms {
  return {
    campaignId,
    kind: TermsKind.runningCampaign,
    validFromMs: Number.NEGATIVE_INFINITY,
    validUntilMs: Number.POSITIVE_INFINITY,
    prices: [price(campaignId)],
    overrides: [],
    perUserLimit: false,
    maxClicks: null,
    maxMinor: null,
    clickLimit: null,
    sharedBudgetId: null,
    storeVisibility: 0,
    ...rest,
  };
}

function profile(rest: Partial<LinkProfile> = {}): LinkProfile {
  return {
    isPagePaid: true,
    linkId: 1,
    code: 'code',
    userId: 2,
    storeId: 3,
    currency: 'SEK',
    targetBefore: 'https://shop.test/?tclid=',
    targetAfter: '',
    storeHidden: false,
    refusal: null,
    userSharePpm: 700_000,
    agencySharePpm: 0,
    sharesFrom: { user: 'default', agency: 'default' },
    agencyId: null,
    campaigns: [],
    storePrices: [],
    scopes: [],
    followed: 0,
    ...rest,
  };
}

const pricesOf = (link: LinkProfile, source: Source = 0, at = NOON) =>
  candidatesFor(link, source, at).candidates.map((candidate) => candidate.costMinor);
const only = (link: LinkProfile, source: Source = 0) => candidatesFor(link, source, NOON).candidates[0]!;

describe('the order in which terms are tried', () => {
  test('consists of the campaigns in their order, then the store’s own prices', () => {
    const link = profile({
      campaigns: [
        campaign(11, { kind: TermsKind.attachedCampaign }),
        campaign(12, { kind: TermsKind.userCampaign }),
        campaign(13),
        campaign(14),
      ],
      storePrices: [price(5)],
    });
    const { candidates } = candidatesFor(link, 0, NOON);
    expect(candidates.map(({ kind, campaign: terms }) => [kind, terms?.campaignId ?? null])).toEqual([
      [TermsKind.attachedCampaign, 11],
      [TermsKind.userCampaign, 12],
      [TermsKind.runningCampaign, 13],
      [TermsKind.runningCampaign, 14],
      [TermsKind.storePrices, null],
    ]);
  });

  test('ends with the campaigns when the store has no prices of its own', () => {
    expect(pricesOf(profile({ campaigns: [campaign(11)] }))).toEqual([11]);
    expect(pricesOf(profile())).toEqual([]);
  });
});

describe('an offer holds', () => {
  const until = campaign(7, { validFromMs: NOON, validUntilMs: NOON + 1_000 });

  test.each([
    [-1, []],
    [0, [7]],
    [1, [7]],
    [999, [7]],
    [1_000, [7]],
    [1_001, []],
  ])('from its first millisecond to its last: %i ms after its beginning', (after, expected) => {
    expect(pricesOf(profile({ campaigns: [until] }), 0, NOON + after)).toEqual(expected);
  });

  test('and a chain states exactly the instants for which it is valid', () => {
    const edge = fc.option(fc.integer({ min: -20, max: 20 }), { nil: null });
    const window = fc.tuple(edge, edge).map(([from, to]) => ({
      validFromMs: from === null ? Number.NEGATIVE_INFINITY : NOON + from,
      validUntilMs: to === null ? Number.POSITIVE_INFINITY : NOON + to,
    }));
    fc.assert(
      fc.property(fc.array(window, { maxLength: 4 }), fc.integer({ min: -25, max: 25 }), (windows, after) => {
        const link = profile({
          campaigns: windows.map((one, index) => campaign(index + 1, one)),
          storePrices: [price(99)],
        });
        const chain = candidatesFor(link, 0, NOON + after);
        expect(chain.fromMs <= NOON + after && NOON + after < chain.untilMs).toBe(true);
        for (let at = NOON - 25; at <= NOON + 25; at++) {
          const same = at >= chain.fromMs && at < chain.untilMs;
          if (same) expect(pricesOf(link, 0, at)).toEqual(chain.candidates.map((one) => one.costMinor));
        }
      }),
    );
  });
});

describe('the price for a source', () => {
  const social = (cpcMinor: number | null, rest: Partial<Price> = {}) => price(cpcMinor, { source: 1, ...rest });

  test.each<[string, Price[], Price[], number, number]>([
    // what, campaign's prices, overrides, General, social
    ['its own row', [price(10), social(20)], [], 10, 20],
    ['General where the source has none', [price(10)], [], 10, 10],
    ['nothing where only the other source has one', [social(20)], [], 0, 20],
    ['nothing where there is none at all', [], [], 0, 0],
    ['an override of the same source', [price(10), social(20)], [price(11), social(21)], 11, 21],
    ['an override of General alone leaves a social price as it is', [price(10), social(20)], [price(11)], 11, 20],
    ['an override of General where the offer knows only General', [price(10)], [price(11)], 11, 11],
    ['an override of social alone leaves General as it is', [price(10)], [social(21)], 10, 21],
    ['an override without a cpc (only a cpa) leaves the offer’s', [price(10)], [price(null)], 10, 10],
    ['an override of nothing at all to zero', [price(10)], [price(0)], 0, 0],
  ])('is %s', (_, prices, overrides, general, fromSocial) => {
    const link = profile({ campaigns: [campaign(1, { prices, overrides })] });
    expect([only(link, 0).costMinor, only(link, 1).costMinor]).toEqual([general, fromSocial]);
  });

  test('is the store’s own row, General where the source has none, and no terms where it has neither', () => {
    expect(pricesOf(profile({ storePrices: [price(3), social(4)] }), 1)).toEqual([4]);
    expect(pricesOf(profile({ storePrices: [price(3)] }), 1)).toEqual([3]);
    expect(pricesOf(profile({ storePrices: [social(4)] }), 0)).toEqual([]);
  });

  test('costs what is set with it, else the price with the margin of the campaign', () => {
    const prices = [price(10, { invoiceCpcMinor: 15 })];
    expect(only(profile({ campaigns: [campaign(1, { prices })] }))).toMatchObject({ costMinor: 15, cpcMinor: 10 });
    const overrides = [price(12)];
    expect(only(profile({ campaigns: [campaign(1, { prices, overrides })] }))).toMatchObject({
      costMinor: 17,
      cpcMinor: 12,
    });
  });
});

describe('the shares', () => {
  const shared = (userSharePpm: number | null, agencySharePpm: number | null, cpcMinor = 100) =>
    price(cpcMinor, { userSharePpm, agencySharePpm });

  test('are the terms’ own, else the creator’s', () => {
    const link = profile({ userSharePpm: 600_000, agencySharePpm: 100_000, agencyId: 3 });
    const named = { ...link, storePrices: [shared(500_000, 200_000)] };
    expect(only(named)).toMatchObject({
      userMinor: 50,
      agencyMinor: 20,
      userSharePpm: 500_000,
      agencySharePpm: 200_000,
    });
    expect(only({ ...link, storePrices: [shared(null, null)] })).toMatchObject({ userMinor: 60, agencyMinor: 10 });
    expect(only({ ...link, storePrices: [shared(0, 0)] })).toMatchObject({ userMinor: 0, agencyMinor: 0 });
  });

  test('are the override’s, else the offer’s, else the creator’s', () => {
    const prices = [shared(500_000, 50_000)];
    const link = profile({ agencyId: 3, agencySharePpm: 200_000 });
    const under = (overrides: Price[]) => only({ ...link, campaigns: [campaign(1, { prices, overrides })] });
    expect(under([shared(800_000, null, 1_000)])).toMatchObject({ userMinor: 800, agencyMinor: 50 });
    expect(under([shared(null, null, 1_000)])).toMatchObject({ userMinor: 500, agencyMinor: 50 });
  });

  test('give an agency nothing if the creator has none regardless of the terms', () => {
    expect(only(profile({ storePrices: [shared(500_000, 300_000)], agencySharePpm: 200_000 }))).toMatchObject({
      agencyMinor: 0,
      agencySharePpm: 0,
    });
  });

  test('never exceed the whole when they have different sources: the creator’s share takes precedence', () => {
    const link = profile({ agencyId: 3, agencySharePpm: 500_000, storePrices: [shared(800_000, null)] });
    expect(only(link)).toMatchObject({ userMinor: 80, agencyMinor: 20, agencySharePpm: 200_000 });
  });
});
