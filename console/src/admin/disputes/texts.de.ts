import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Klärungsfälle',
  hint: 'Bestellungen aller Shops, über die jemand entscheiden muss, weil sich ihre Meldungen widersprechen, niemand sie bestätigt hat oder ihr Wert ungewöhnlich ist.',
  columns: {
    order: 'Bestellung',
    shop: 'Shop',
    reason: 'Grund',
    value: 'Wert',
    creator: 'Creator',
    action: 'Aktionen',
  },
  reasons: {
    disputed: 'Meldungen widersprechen sich',
    unconfirmed: 'Vom Shop nicht bestätigt',
    value_limit: 'Wert über dem Limit',
  },
  review: 'Prüfen',
  reviewLabel: (order: string) => `Bestellung ${order} prüfen`,
  empty: {
    title: 'Keine Klärungsfälle',
    hint: 'Hier erscheinen Bestellungen, deren Meldungen sich widersprechen.',
  },
};

export default de;
