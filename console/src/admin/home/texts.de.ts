import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Übersicht',
  hint: 'Alle Shops. Beträge sind zum Tageskurs in eine Währung umgerechnet.',
  figures: 'Kennzahlen',
  clicks: 'Klicks',
  orders: 'Bestellungen',
  cost: 'Kosten der Shops',
  earnings: 'Verdienst der Creator',
  agencies: 'Verdienst der Agenturen',
  platform: 'Anteil der Plattform',
  first: {
    title: 'Eröffnen Sie Ihren Marktplatz',
    hint: 'In drei Schritten zum ersten gezählten Klick.',
    market: {
      title: 'Ihr erster Markt',
      go: 'Markt erstellen',
      hint: 'Ein Land mit Währung und Sprache. Jeder Shop und jeder Creator gehört zu einem Markt.',
    },
    shop: {
      title: 'Ihr erster Shop',
      go: 'Shop hinzufügen',
      hint: 'Mit seinen Webadressen und der Währung eines Marktes.',
    },
    creator: {
      title: 'Ihr erster Creator',
      go: 'Creator hinzufügen',
      hint: 'Eine Person, die sich mit E-Mail-Adresse und Passwort anmeldet und Links erstellt.',
    },
  },
};

export default de;
