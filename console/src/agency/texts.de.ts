import type { en } from './texts.en.ts';

const de: typeof en = {
  creators: {
    title: 'Creator',
    hint: 'Klicks, Bestellungen und Verdienst je Creator. Enthält auch noch nicht bestätigte Bestellungen.',
    search: 'Nach Namen oder E-Mail-Adresse suchen',
    columns: {
      name: 'Creator',
      clicks: 'Klicks',
      orders: 'Bestellungen',
      earnings: 'Creator-Verdienst',
      agency: 'Agenturverdienst',
      actions: 'Link',
    },
    suspended: 'Gesperrt',
    empty: {
      title: 'Noch keine Creator',
      hint: 'Bitten Sie die Plattform, Ihrer Agentur Creator hinzuzufügen. Sie erscheinen hier mit ihren Ergebnissen.',
    },
    nothingFound: { title: 'Keine passenden Creator', hint: 'Ändern Sie die Suche.' },
    link: 'Link erstellen',
    linkLabel: (name: string) => `Link erstellen für ${name}`,
  },
  link: {
    title: (name: string) => `Link für ${name}`,
    hint: 'Klicks und Bestellungen über diesen Link bringen dem Creator und der Agentur Verdienst.',
    url: 'URL des Produkts oder der Seite',
    make: 'Link erstellen',
    made: 'Der Link ist fertig',
    existing: 'Diesen Link gibt es bereits',
    copy: 'Link kopieren',
    several: 'Mehrere Shops verkaufen über diese Seite. Wählen Sie einen aus.',
    choose: (name: string) => `Für ${name}`,
    of: (shop: string) => `Bei ${shop}`,
  },
  earnings: {
    title: 'Verdienst',
    hint: 'Verdienst Ihrer Creator und der Agentur pro Monat. Enthält nur bestätigte Bestellungen.',
    columns: {
      month: 'Monat',
      clicks: 'Klicks',
      orders: 'Bestellungen',
      creators: 'Creator-Verdienst',
      agency: 'Agenturverdienst',
    },
    thisMonth: 'Agentur, dieser Monat',
    lastMonth: 'Agentur, letzter Monat',
    creatorsThisMonth: 'Creator, dieser Monat',
    creatorsLastMonth: 'Creator, letzter Monat',
    list: 'Pro Monat',
    creatorsIn: (month: string) => `Creator im ${month}`,
    share: (share: string) => `${share} Anteil`,
    empty: {
      title: 'Noch nichts verdient',
      hint: 'Der Verdienst erscheint mit dem ersten Klick auf den Link eines Creators.',
    },
    tilesIn: (currency: string) => `Die Zusammenfassung ist in ${currency}, der Währung mit den meisten Klicks.`,
    of: 'Nur aktuelle Creator. Die Beträge eines abgeschlossenen Monats stehen auf seiner Rechnung.',
  },
  invoices: {
    title: 'Rechnungen',
    hint: 'Auszahlungen der Plattform: eine Rechnung pro abgeschlossenem Monat und Währung.',
    list: 'Agenturrechnungen',
    empty: {
      title: 'Noch keine Rechnungen',
      hint: 'Die erste Rechnung wird erstellt, wenn ein Monat mit Verdienst abgeschlossen wird.',
    },
  },
};

export default de;
