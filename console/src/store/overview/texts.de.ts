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
    hint: 'In drei Schritten können Creator mit Ihrem Shop verdienen. Jeder dauert wenige Minuten.',
    domains: {
      title: 'Ihre Domains hinzufügen',
      hint: 'Creator erstellen Links zu Seiten auf Ihren Domains.',
      go: 'Domain hinzufügen',
    },
    tracking: {
      title: 'Bestell-Tracking einrichten',
      hint: 'Fügen Sie Ihren Seiten ein Skript hinzu oder melden Sie Bestellungen von Ihrem Server. Prüfen Sie es mit einer Testbestellung.',
      go: 'Tracking einrichten',
    },
    campaign: {
      title: 'Ihre erste Kampagne erstellen',
      hint: 'Eine Kampagne legt Vergütung, Zielgruppe und Budget fest.',
      go: 'Kampagne erstellen',
    },
  },
  approval: {
    pending: 'Ihr Shop wartet auf Freigabe',
    pendingHint:
      'Ein Administrator prüft ihn. Bis dahin sehen Creator ihn nicht, seine Links werden nicht vergütet, er sendet keine E-Mails und sagt keine Zahlungen zu. Sie erhalten die Entscheidung per E-Mail. In der Zwischenzeit können Sie alles vorbereiten:',
    rejected: 'Ihr Shop wurde nicht freigegeben',
    rejectedHint:
      'Seine Links werden nicht vergütet und seine Meldungen abgewiesen. Wenden Sie sich an die Plattform, wenn Sie nicht einverstanden sind.',
    reason: (reason: string) => `Begründung: ${reason}`,
    prepare: {
      domains: 'Domains nachweisen',
      settings: 'Vergütung und Logo festlegen',
      tracking: 'Bestell-Tracking einrichten',
      campaigns: 'Kampagnen vorbereiten',
      payment: 'Zahlung einrichten',
    },
  },
};

export default de;
