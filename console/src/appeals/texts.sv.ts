import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Överklaganden',
  hints: {
    store: 'Överklaganden av beslut om butikens ordrar, orderanmälningar och betalningar. En administratör avgör dem.',
    admin:
      'Överklaganden av makuleringar, nekade ordrar och avslagna anmälningar. Ett överklagande ändrar inga belopp i sig.',
  },
  list: 'Överklaganden',
  columns: {
    about: 'Gäller',
    shop: 'Butik',
    creator: 'Kreatör',
    state: 'Status',
    opened: 'Öppnat',
    closed: 'Avslutat',
  },
  about: {
    click: () => 'Klick',
    order: (id) => `Order ${id}`,
    one_time_payment: (id) => `Engångsbetalning ${id}`,
    order_claim: (id) => `Anmälan ${id}`,
  },
  empty: { title: 'Inga överklaganden', hint: 'Överklaganden av beslut visas här.' },
  nothingFound: { title: 'Inga överklaganden med den här statusen' },
};
export default sv;
