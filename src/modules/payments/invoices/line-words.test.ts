import { describe, expect, it } from 'vitest';
import { describeLine, type LineFacts } from './line-words.ts';

const line = (kind: LineFacts['kind'], about = '', adjusts: string | null = null): LineFacts => ({
  kind,
  about,
  adjusts,
});

describe('The text of a line', () => {
  it.each([
    ['store', 'en_GB', line('clicks'), 'Clicks at the store’s own prices'],
    ['store', 'en_GB', line('clicks', 'Summer'), 'Clicks, Summer'],
    ['store', 'sv_SE', line('commission'), 'Provision på order'],
    ['store', 'de-AT', line('one_time', 'anna: Film'), 'Einmalzahlung, anna: Film'],
    ['client', 'en_US', line('clicks', 'Shop'), 'Share of clicks, Shop'],
    ['client', 'sv_SE', line('commission', 'Shop'), 'Andel av provision, Shop'],
    ['client', 'de_DE', line('earnings', 'anna'), 'Verdienst von anna'],
    ['creator', 'fr_FR', line('commission', 'Shop'), 'Commission of orders, Shop'],
    ['creator', 'en_GB', line('clicks', 'Shop', '2026-09-01'), 'Adjustment for 2026-09: Clicks, Shop'],
    ['creator', 'sv_SE', line('clicks', 'Shop', '2026-09-01'), 'Justering för 2026-09: Klick, Shop'],
    [
      'store',
      'de_CH',
      line('clicks', '', '2026-09-01'),
      'Korrektur für 2026-09: Klicks zu den eigenen Preisen des Shops',
    ],
  ] as const)('%s, %s: %o', (kind, locale, facts, says) => {
    expect(describeLine({ kind, locale }, facts)).toBe(says);
  });
});
