import { describe, expect, it } from 'vitest';
import { filterOf, readVoidSearch } from './search.ts';

describe('The filter of a void', () => {
  it('names records by their ids, without any other field', () => {
    const search = readVoidSearch({ kind: 'orders', ids: '12, 13\n14', store: 4, from: '2026-01-01' });
    expect(filterOf(search)).toEqual({ kind: 'orders', ids: ['12', '13', '14'] });
    expect(filterOf(readVoidSearch({ kind: 'orders', ids: 12 }))).toEqual({ kind: 'orders', ids: ['12'] });
  });

  it('has both days and a subject', () => {
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

  it('is empty for an address without parameters', () => {
    expect(readVoidSearch({ kind: 'everything', store: 'x' })).toEqual({});
  });
});
