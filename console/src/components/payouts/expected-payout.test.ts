import { describe, expect, it } from 'vitest';
import { expectedPayout } from './expected-payout.ts';

type Next = Parameters<typeof expectedPayout>[0];
type Month = Parameters<typeof expectedPayout>[1][number];

const next = (available: string, reasons: Next['reasons'], more: Partial<Next> = {}) =>
  ({
    currency: 'SEK',
    available: { amount: available, currency: 'SEK' },
    minimum: { amount: '200.00', currency: 'SEK' },
    reasons,
    account_usable_from: null,
    ...more,
  }) as Next;
const month = (minor: number, day: string | null, payable = 0, currency = 'SEK') =>
  ({ currency, amount: { minor, currency }, payable: { minor: payable, currency }, payable_from: day }) as Month;

describe('The next payout of a payee', () => {
  it('is what is available if nothing is against it', () => {
    expect(expectedPayout(next('250.00', []), [])).toMatchObject({ kind: 'due', minor: 25_000, missingMinor: 0 });
  });

  it('has the day on which the payable months reach the minimum', () => {
    const months = [month(5_148, '2026-11-20', 5_148), month(9_000, '2026-12-02'), month(8_000, '2026-12-31')];
    expect(expectedPayout(next('51.48', ['below_minimum']), months)).toEqual({
      kind: 'dated',
      minor: 22_148,
      day: '2026-12-31',
      missingMinor: 0,
    });
  });

  it('says what is missing while all that is earned is less than the minimum', () => {
    const months = [month(5_148, '2026-11-20', 5_148), month(9_000, '2026-12-02')];
    expect(expectedPayout(next('51.48', ['below_minimum']), months)).toEqual({
      kind: 'undated',
      minor: 14_148,
      day: null,
      missingMinor: 5_852,
    });
  });

  it('has no day while the minimum is out of reach, a month has none, or the payee has to do something', () => {
    const far = [month(9_000, '2026-12-02')];
    expect(expectedPayout(next('0.00', ['nothing_payable']), far)).toMatchObject({ kind: 'undated', minor: 9_000 });
    const overdue = [month(90_000, null)];
    expect(expectedPayout(next('0.00', ['nothing_payable']), overdue)).toMatchObject({ kind: 'undated' });
    const enough = [month(90_000, '2026-12-02')];
    expect(expectedPayout(next('0.00', ['nothing_payable', 'account_missing']), enough)).toMatchObject({
      kind: 'undated',
      minor: 90_000,
    });
  });

  it('waits for a new account, counts no other currency, and is nothing without earnings', () => {
    const later = { account_usable_from: '2026-12-10T08:00:00.000Z' };
    expect(expectedPayout(next('250.00', ['account_new'], later), [])).toMatchObject({
      kind: 'dated',
      day: '2026-12-10',
    });
    expect(expectedPayout(next('0.00', ['nothing_payable']), [month(900, '2026-12-02', 0, 'EUR')])).toMatchObject({
      kind: 'none',
      minor: 0,
    });
  });
});
