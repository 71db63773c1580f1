import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Einsprüche',
  hints: {
    store:
      'Einsprüche gegen Entscheidungen über Bestellungen, Nachmeldungen und Zahlungen dieses Shops. Ein Administrator entscheidet darüber.',
    admin:
      'Einsprüche gegen Stornierungen, Ablehnungen und abgelehnte Nachmeldungen. Ein Einspruch ändert für sich allein keinen Betrag.',
  },
  list: 'Einsprüche',
  columns: {
    about: 'Betrifft',
    shop: 'Shop',
    creator: 'Creator',
    state: 'Status',
    opened: 'Eingelegt',
    closed: 'Abgeschlossen',
  },
  about: {
    click: () => 'Klick',
    order: (id: string) => `Bestellung ${id}`,
    one_time_payment: (id: string) => `Einmalzahlung ${id}`,
    order_claim: (id: string) => `Nachmeldung ${id}`,
  },
  empty: { title: 'Keine Einsprüche', hint: 'Hier erscheinen Einsprüche gegen Entscheidungen.' },
  nothingFound: { title: 'Keine Einsprüche mit diesem Status' },
};

export default de;
