import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Tvister',
  hint: 'Ordrar från alla butiker som väntar på en människa, för att rapporterna inte stämmer överens, ingen har bekräftat dem eller värdet är ovanligt.',
  columns: { order: 'Order', shop: 'Butik', reason: 'Skäl', value: 'Värde', creator: 'Kreatör', action: 'Åtgärder' },
  reasons: {
    disputed: 'Rapporterna stämmer inte överens',
    unconfirmed: 'Inte bekräftad av butiken',
    value_limit: 'Värdet över gränsen',
  },
  review: 'Granska',
  reviewLabel: (order) => `Granska order ${order}`,
  empty: { title: 'Inga tvister', hint: 'Ordrar vars rapporter motsäger varandra visas här.' },
};
export default sv;
