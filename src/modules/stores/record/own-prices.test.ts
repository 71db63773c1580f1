import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedCostOf, type OwnPrice, type OwnPrices, pricesAfter } from './own-prices.ts';

const price = (values: Partial<OwnPrice> = {}): OwnPrice => ({
  cpcMinor: null,
  invoiceCpcMinor: null,
  cpa: null,
  invoiceCpa: null,
  marginCpa: null,
  cpoMinor: null,
  invoiceCpoMinor: null,
  cpoMode: null,
  minimumOrderMinor: null,
  ...values,
});

describe('The own prices of a store', () => {
  it('begin with the given values', () => {
    const none = { general: null, social: null };
    expect(pricesAfter(none, { general: { cpcMinor: 150 }, social: { cpcMinor: 0, cpa: 0.1 } })).toEqual({
      general: price({ cpcMinor: 150 }),
      social: price({ cpcMinor: 0, cpa: 0.1 }),
    });
  });

  it('keep omitted values', () => {
    const before = { general: price({ cpcMinor: 150, cpa: 0.1 }), social: price({ cpcMinor: 90, cpa: 0.2 }) };
    expect(pricesAfter(before, { general: { cpa: 0 }, social: {} })).toEqual({
      general: price({ cpcMinor: 150, cpa: 0 }),
    });
    expect(pricesAfter(before, {})).toEqual({});
  });

  it('of social clicks begin with the general ones', () => {
    const before = { general: price({ cpcMinor: 150, invoiceCpcMinor: 200, cpa: 0.1 }), social: null };
    expect(pricesAfter(before, { social: { cpa: 0.3 } })).toEqual({
      social: price({ cpcMinor: 150, invoiceCpcMinor: 200, cpa: 0.3 }),
    });
    expect(pricesAfter(before, { general: { cpcMinor: 100 }, social: { cpa: 0.3 } })).toEqual({
      general: price({ cpcMinor: 100, invoiceCpcMinor: 150, cpa: 0.1 }),
      social: price({ cpcMinor: 100, invoiceCpcMinor: 150, cpa: 0.3 }),
    });
  });

  it('have a mode and a minimum value for both sources, and keep the margin of a fixed amount that is removed', () => {
    const before = { general: price({ cpoMinor: 4_000, invoiceCpoMinor: 4_500 }), social: price({ cpoMinor: 5_000 }) };
    expect(pricesAfter(before, { cpoMode: 'larger', minimumOrderMinor: 30_000 })).toEqual({
      general: price({ cpoMinor: 4_000, invoiceCpoMinor: 4_500, cpoMode: 'larger', minimumOrderMinor: 30_000 }),
      social: price({ cpoMinor: 5_000, cpoMode: 'larger' }),
    });
    expect(pricesAfter(before, { general: { cpoMinor: null } })).toEqual({ general: price({ invoiceCpoMinor: 500 }) });
  });

  it('remember the price at which the margin of orders was set, as long as the store changes it', () => {
    const set = price({ cpa: 0.1, invoiceCpa: 0.12 });
    const raised = pricesAfter({ general: set, social: null }, { general: { cpa: 0.98 } });
    expect(raised).toEqual({ general: price({ cpa: 0.98, invoiceCpa: 1, marginCpa: 0.1 }) });
    const again = pricesAfter(
      { general: raised.general!, social: null },
      { general: { cpa: 0 }, social: { cpa: 0.5 } },
    );
    expect(again).toEqual({
      general: price({ cpa: 0, invoiceCpa: 0.02, marginCpa: 0.1 }),
      social: price({ cpa: 0.5, invoiceCpa: 0.52, marginCpa: 0.1 }),
    });
    expect(fixedCostOf({ ...again.general!, cpoMinor: 4_000 })).toBe(4_800);
  });

  it('never exceed the store’s cost, keep the margin, and change nothing else, for any input', () => {
    const minor = fc.option(fc.integer({ min: 0, max: 1000 }));
    const fraction = fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100));
    const covered = fc
      .record({
        cpcMinor: minor,
        invoiceCpcMinor: minor,
        cpa: fraction,
        invoiceCpa: fraction,
        cpoMinor: minor,
        invoiceCpoMinor: minor,
      })
      .map(price)
      .filter((one) => isCovered(one));
    const said = fc.record({
      cpcMinor: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
      cpa: fc.option(
        fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
        { nil: undefined },
      ),
      cpoMinor: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.record({ general: fc.option(covered), social: fc.option(covered) }),
        fc.record({ general: said, social: said }, { requiredKeys: [] }),
        (before: OwnPrices, changes) => {
          const after = pricesAfter(before, changes);
          for (const source of ['general', 'social'] as const) {
            const change = changes[source];
            const isSaid = [change?.cpcMinor, change?.cpa, change?.cpoMinor].some((one) => one !== undefined);
            expect(after[source] !== undefined).toBe(isSaid);
            if (after[source] === undefined) continue;
            expect(isCovered(after[source])).toBe(true);
            const former =
              before[source] ?? (source === 'social' ? (after.general ?? before.general) : null) ?? price();
            expect(marginOf(after[source])).toEqual(marginOf(former));
            if (change?.cpcMinor !== undefined) expect(after[source].cpcMinor).toBe(change.cpcMinor);
            else if (before[source]) expect(after[source].cpcMinor).toBe(before[source].cpcMinor);
            if (change?.cpa !== undefined) expect(after[source].cpa).toBe(change.cpa);
            else if (before[source]) expect(after[source].cpa).toBe(before[source].cpa);
            if (change?.cpoMinor !== undefined) expect(after[source].cpoMinor).toBe(change.cpoMinor);
            else if (before[source]) expect(after[source].cpoMinor).toBe(before[source].cpoMinor);
          }
        },
      ),
    );
  });
});

const marginOf = ({ cpcMinor, invoiceCpcMinor, cpa, invoiceCpa, cpoMinor, invoiceCpoMinor }: OwnPrice) => [
  invoiceCpcMinor === null ? null : invoiceCpcMinor - (cpcMinor ?? 0),
  invoiceCpoMinor === null ? null : invoiceCpoMinor - (cpoMinor ?? 0),
  invoiceCpa === null ? null : Math.round((invoiceCpa - (cpa ?? 0)) * 1_000_000),
];

function isCovered({ cpcMinor, invoiceCpcMinor, cpa, invoiceCpa, cpoMinor, invoiceCpoMinor }: OwnPrice): boolean {
  if (invoiceCpoMinor !== null && invoiceCpoMinor < (cpoMinor ?? 0)) return false;
  const clicks = invoiceCpcMinor === null || invoiceCpcMinor >= (cpcMinor ?? 0);
  return clicks && (invoiceCpa === null || invoiceCpa >= (cpa ?? 0));
}
