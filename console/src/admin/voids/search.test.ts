import { describe, expect, it } from 'vitest';
import { filterOf, readVoidSearch } from './search.ts';

describe('The filter of a void', () => {
  it('names records by their ids, and nothing else then', () => {
    const search = readVoidSearch({ kind: 'orders', ids: '12, 13\n14', store: 4, from: '2026-01-01' });
    expect(filterOf(search)).toEqual({ kind: 'orders', ids: ['12', '13', '14'] });
    expect(filterOf(readVoidSearch({ kind: 'orders', ids: 12 }))).toEqual({ kind: 'orders', ids: ['12'] });
  });

  it('has both days and something that they are about', () => {
    const days = { from: '2026-01-01', to: '2026-01-31' };
    expect(filterOf(readVoidSearch({ ...days, creator: '7', campaign: 3 }))).toEqual({
      kind: 'clicks',
      user_id: 7,
      campaign_id: 3,
      ...days,
    });
    expect(filterOf(readVoidSearch(days))).toBe(null);
    expect(filterOf(readVoidSearch({ store: 4, from: days.from }))).toBe(null);
    expect(filterOf(readVoidSearch({ store: 4, from: 'yesterday', to: days.to }))).toBe(null);
    expect(filterOf(readVoidSearch({ ids: ' , ' }))).toBe(null);
  });

  it('is empty in an empty address', () => {
    expect(readVoidSearch({ kind: 'everything', store: 'x' })).toEqual({});
  });
});
