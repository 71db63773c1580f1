import { describe, expect, it } from 'vitest';
import { isAffected } from './invalidation.ts';

describe('A write', () => {
  it.each([
    ['/v2/stores/{store}/vouchers', '/v2/stores/{store}/vouchers', true],
    ['/v2/stores/{store}/vouchers', '/v2/stores/{store}/orders', false],
    ['/v2/stores/{store}/order-decisions', '/v2/stores/{store}/orders', true],
    ['/v2/stores/{store}/order-decisions', '/v2/stores/{store}/creator-stats', true],
    ['/v2/stores/{store}/order-decisions', '/v2/stores/{store}/open-costs', true],
    ['/v2/stores/{store}/order-decisions', '/v2/users/{user}/tokens', false],
    ['/v2/tokens/{token}', '/v2/users/{user}/tokens', true],
    ['/v2/affiliate-links', '/v2/users/{user}/link-stats', true],
    ['/v2/affiliate-links', '/v2/users/{user}/statements', false],
    ['/v2/offers/{offer}/participants/{participant}/update-status', '/v2/users/{user}/campaign-board', true],
    ['/v2/offers/{offer}/participants/{participant}/update-status', '/v2/me/work', true],
    ['/v2/offers/{offer}/pause', '/v2/affiliate-links/{affiliate_link}/terms', true],
    ['/v2/offers/{offer}/pause', '/v2/stores/{store}/invoices', false],
    ['/v2/advertisers/{advertiser}/url-matching-rules/{rule}', '/v2/stores/{store}/url-inspections', true],
    ['/v2/advertisers/{advertiser}/url-matching-rules/{rule}', '/v2/stores/{store}/orders', false],
  ])('to %s affects %s: %s', (write, query, expected) => {
    expect(isAffected(query, [write])).toBe(expected);
  });

  it('that is not listed affects every query', () => {
    expect(isAffected('/v2/users/{user}/tokens', ['/v2/new-endpoint'])).toBe(true);
  });

  it('that did not happen affects none', () => {
    expect(isAffected('/v2/users/{user}/tokens', [])).toBe(false);
  });
});
