import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Übersicht',
  hint: 'Zahlen der ausgewählten Tage, verglichen mit dem vorherigen Zeitraum.',
  figures: {
    clicks: 'Klicks',
    cost: 'Kosten',
    orders: 'Bestellungen',
    value: 'Bestellwert',
    roas: 'ROAS',
    basket: 'Mittlerer Bestellwert',
  },
  figuresTitle: 'Kennzahlen',
  roasHint: 'Bestellwert geteilt durch Kosten',
  byDay: 'Pro Tag',
  chartOf: (figure: string) => `${figure} pro Tag, mit dem vorherigen Zeitraum`,
  best: {
    creators: 'Beste Creator',
    links: 'Beste Links',
    all: 'Alle anzeigen',
    allCreators: 'Alle anzeigen: Creator',
    allLinks: 'Alle anzeigen: Links',
    creator: 'Creator',
    link: 'Link',
    clicks: 'Klicks',
    value: 'Bestellwert',
    noneTitle: 'Keine Ergebnisse in diesem Zeitraum',
    noneHint: 'Hier erscheinen Creator und Links mit Klicks oder Bestellungen.',
    untitled: 'Link ohne Titel',
  },
  first: {
    title: 'Erste Schritte',
    hint: 'Bis alle Schritte erledigt sind, verdienen Creator nichts mit Ihrem Shop. Die Zahlen erscheinen hier mit dem ersten Klick.',
    domains: {
      title: 'Ihre Domains nachweisen',
      hint: 'Creator erstellen Links zu Seiten auf Ihren Domains.',
      go: 'Domains nachweisen',
    },
    tracking: {
      title: 'Bestell-Tracking testen',
      hint: 'Fügen Sie Ihren Seiten ein Skript hinzu oder melden Sie Bestellungen von Ihrem Server. Prüfen Sie es mit einer Testbestellung.',
      go: 'Tracking einrichten',
    },
    rates: {
      title: 'Ihre Vergütung festlegen',
      hint: 'Was Sie für Klicks und Bestellungen zahlen, sofern eine Kampagne nichts anderes bestimmt.',
      go: 'Vergütung festlegen',
    },
    billing: {
      title: 'Ihre Rechnungsadresse vervollständigen',
      hint: 'An sie gehen Ihre Rechnungen.',
      go: 'Adresse hinzufügen',
    },
    approval: {
      title: 'Freigabe',
      hint: 'Ein Administrator prüft Ihren Shop. Sie erhalten die Entscheidung per E-Mail.',
    },
  },
  rejection: {
    title: 'Ihr Shop wurde nicht freigegeben',
    hint: 'Seine Links werden nicht vergütet und seine Meldungen abgewiesen. Wenden Sie sich an die Plattform, wenn Sie nicht einverstanden sind.',
    reason: (reason: string) => `Begründung: ${reason}`,
  },
};

export default de;
