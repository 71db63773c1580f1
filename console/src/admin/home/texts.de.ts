import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Übersicht',
  hint: (currency: string) => `Alle Shops. Beträge sind zum Tageskurs in ${currency} umgerechnet.`,
  figures: 'Kennzahlen',
  clicks: 'Klicks',
  orders: 'Bestellungen',
  cost: 'Kosten der Shops',
  earnings: 'Verdienst der Creator',
  agencies: 'Verdienst der Agenturen',
  platform: 'Anteil der Plattform',
  course: 'Klicks und Kosten pro Tag',
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
  waits: 'Wartet auf Sie',
  nothing: 'Alles erledigt.',
  toApprove: (count: string) => (count === '1' ? '1 Shop wartet auf Freigabe' : `${count} Shops warten auf Freigabe`),
  toApproveHint: 'Bis dahin werden ihre Links nicht vergütet.',
  appeals: (count: string) => (count === '1' ? '1 offener Einspruch' : `${count} offene Einsprüche`),
  appealsHint: 'Geben Sie ihnen mit Begründung statt oder weisen Sie sie zurück.',
  payments: (count: string) =>
    count === '1' ? '1 Zahlung bei Stripe zu prüfen' : `${count} Zahlungen bei Stripe zu prüfen`,
  paymentsHint: 'Ihre Rechnung ist damit nicht bezahlt.',
  disputed: (count: string) =>
    count === '1' ? '1 Shop hat Bestellungen zu prüfen' : `${count} Shops haben Bestellungen zu prüfen`,
  disputedHint: 'Meldungen widersprechen sich oder sind nicht bestätigt.',
  months: (count: number, month: string) =>
    count === 1
      ? `${month} ist vorbei und nicht abgeschlossen`
      : `${count} Monate sind vorbei und nicht abgeschlossen, zuerst ${month}`,
  monthsAction: 'Abschluss ansehen',
  unpaid: {
    store: (count: string) =>
      count === '1' ? '1 unbezahlte Rechnung an einen Shop' : `${count} unbezahlte Rechnungen an Shops`,
    client: (count: string) =>
      count === '1' ? '1 Agenturrechnung zu bezahlen' : `${count} Agenturrechnungen zu bezahlen`,
    creator: (count: string) =>
      count === '1' ? '1 Creator-Abrechnung zu bezahlen' : `${count} Creator-Abrechnungen zu bezahlen`,
  },
  overdue: (overdue: number, all: number, count: string) =>
    overdue < all ? `${count} überfällig` : all === 1 ? 'Überfällig' : 'Alle überfällig',
  incomplete: (count: string) =>
    count === '1' ? '1 Shop ist nicht fertig eingerichtet' : `${count} Shops sind nicht fertig eingerichtet`,
  incompleteHint: 'Es fehlt ein Besuch oder eine Bestellung, eine Zahlungsart oder ein Teammitglied.',
  unverified: (count: string) =>
    count === '1' ? '1 Person ist nicht verifiziert' : `${count} Personen sind nicht verifiziert`,
  jobs: (count: string) =>
    count === '1' ? '1 Hintergrundauftrag ist fehlgeschlagen' : `${count} Hintergrundaufträge sind fehlgeschlagen`,
  jobsHint: 'Sie werden nicht automatisch wiederholt.',
};

export default de;
