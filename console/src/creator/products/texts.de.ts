import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Produkte',
  hint: 'Durchsuchen Sie die Produkte der Shops, zu denen Sie Links erstellen können.',
  search: 'Produkt, Marke oder Kategorie',
  order: 'Sortierung',
  orders: {
    newest: 'Neueste',
    discount: 'Größter Rabatt',
    price_asc: 'Niedrigster Preis',
    price_desc: 'Höchster Preis',
  },
  sale: 'Nur reduzierte',
  only: (shop: string) => `Nur ${shop}`,
  clear: (shop: string) => `Alle Shops anzeigen, nicht nur ${shop}`,
  results: 'Gefundene Produkte',
  nothingYet: {
    title: 'Noch keine Produkte',
    hint: 'Produkte erscheinen hier, wenn Shops, zu denen Sie verlinken können, sie veröffentlichen.',
  },
  empty: 'Keine Produkte gefunden',
  emptyHint: 'Versuchen Sie andere oder weniger Wörter.',
  more: 'Mehr anzeigen',
  card: {
    create: 'Link erstellen',
    createFor: (title: string) => `Link erstellen zu ${title}`,
    yours: (title: string) => `Ihr Link zu ${title}`,
    shop: (shop: string) => `Nur Produkte von ${shop}`,
    before: 'Bisheriger Preis',
    now: 'Aktueller Preis',
  },
  availability: { out_of_stock: 'Nicht auf Lager', preorder: 'Vorbestellbar', backorder: 'Nachlieferung' },
  alerts: {
    title: 'Änderungen bei Produkten mit Ihren Links',
    price_drop: (product: string, before: string, now: string) => `${product} kostet ${now} statt ${before}.`,
    gone: (product: string, shop: string) =>
      `${product} wird von ${shop} nicht mehr verkauft. Ihr Link führt möglicherweise ins Leere.`,
  },
};

export default de;
