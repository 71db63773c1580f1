import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Kunders återkommande ordrar',
  hint: 'En kund som en kreatör har vunnit är bunden till kreatören: senare ordrar ger ersättning enligt dessa nivåer, även utan klick. Din server anger kunden i varje rapport.',
  none: 'Kunder binds inte. Varje order behöver ett klick eller en kod.',
  edit: 'Ändra ersättning',
  save: 'Spara ersättning',
  saved: 'Ersättningen för återkommande ordrar är sparad.',
  step: (number) => `Steg ${number}`,
  months: 'Månader',
  monthsHint: 'Tomt i sista steget: utan slut',
  rate: 'Del av värdet (%)',
  remove: (number) => `Ta bort steg ${number}`,
  add: 'Lägg till steg',
  first: 'Betala även första ordern enligt första steget',
  firstHint: 'Annars gäller kampanjens eller butikens ersättning för den.',
  first_yes: 'Även första ordern har ersättningen i första steget.',
  change: 'En ändring gäller kunder som vinns från och med nu. Andra behåller ersättningen från sin första order.',
  whole: 'Ange ett heltal från 1 till 120.',
  percent: 'Ange ett tal från 0 till 100.',
  bound: {
    title: 'Bundna kunder',
    hint: 'De 50 senaste. Bara en nycklad hash av din kundreferens lagras.',
    empty: {
      title: 'Inga bundna kunder',
      hint: 'En kund binds av den första ordern som har ett klick eller en kod.',
    },
    customer: 'Kund',
    creator: 'Kreatör',
    since: 'Sedan',
    until: 'Till',
    orders: 'Ordrar',
    actions: 'Avsluta',
    endless: 'Utan slut',
    ended: {
      months_over: (day) => `Månaderna slut ${day}`,
      orders_denied: () => 'Ordern nekad',
      by_store: (day) => `Avslutad ${day}`,
      forgotten: (day) => `Glömd ${day}`,
    },
    end: 'Avsluta',
    endTitle: (customer) => `Avsluta bindningen för kund ${customer}`,
    endText:
      'Senare ordrar ger inte längre kreatören intäkter, och kreatören läser skälet. Tidigare ordrar ändras inte.',
    done: 'Bindningen är avslutad.',
  },
};
export default sv;
