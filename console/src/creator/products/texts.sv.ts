import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Produkter',
  hint: 'Sök bland produkterna hos de butiker som du kan länka till.',
  search: 'Produkt, varumärke eller kategori',
  order: 'Ordning',
  orders: { newest: 'Nyast', discount: 'Störst rabatt', price_asc: 'Lägst pris', price_desc: 'Högst pris' },
  sale: 'Bara nedsatta',
  only: (shop) => `Bara ${shop}`,
  clear: (shop) => `Visa alla butiker, inte bara ${shop}`,
  results: 'Hittade produkter',
  nothingYet: {
    title: 'Inga produkter än',
    hint: 'Produkter visas här när butiker som du kan länka till publicerar dem.',
  },
  empty: 'Inga produkter hittades',
  emptyHint: 'Prova andra ord, eller färre.',
  more: 'Visa fler',
  card: {
    create: 'Skapa länk',
    createFor: (title) => `Skapa länk till ${title}`,
    yours: (title) => `Din länk till ${title}`,
    shop: (shop) => `Bara produkter från ${shop}`,
    before: 'Tidigare pris',
    now: 'Nuvarande pris',
  },
  availability: { out_of_stock: 'Slut i lager', preorder: 'Förhandsbokning', backorder: 'Restnoterad' },
  alerts: {
    title: 'Ändringar av produkter som du länkar till',
    price_drop: (product, before, now) => `${product} kostar ${now} i stället för ${before}.`,
    gone: (product, shop) => `${product} säljs inte längre av ${shop}. Din länk kan vara död.`,
  },
};
export default sv;
