import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Übersicht',
  hint: (from: string, to: string) => `Verglichen mit dem vorherigen Zeitraum: ${from} – ${to}`,
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
  chooseFigure: 'Kennzahl im Diagramm',
  before: 'Vorheriger Zeitraum',
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
  waiting: {
    title: 'Wartet auf Sie',
    nothing: 'Alles erledigt.',
    applications: (count: number) => (count === 1 ? '1 Bewerbung zu prüfen' : `${count} Bewerbungen zu prüfen`),
    applicationsDo: 'Bewerbungen prüfen',
    appeals: (count: number) => (count === 1 ? '1 offener Einspruch' : `${count} offene Einsprüche`),
    appealsHint: 'Ein Administrator entscheidet. Erläutern Sie Ihre Entscheidung.',
    appealsDo: 'Einsprüche anzeigen',
    disputed: (count: number) =>
      count === 1
        ? '1 Bestellung hat widersprüchliche Meldungen'
        : `${count} Bestellungen haben widersprüchliche Meldungen`,
    disputedHint: 'Sie kosten nichts, bis Sie die richtige Meldung auswählen.',
    disputedDo: 'Bestellungen klären',
    orders: (count: number) => (count === 1 ? '1 Bestellung zu prüfen' : `${count} Bestellungen zu prüfen`),
    ordersHint: (cost: string) => `${cost} Provision, wenn Sie alle bestätigen`,
    ordersDo: 'Bestellungen prüfen',
    invoices: (count: number, total: string) =>
      count === 1 ? `1 offene Rechnung: ${total}` : `${count} offene Rechnungen: ${total}`,
    due: (day: string) => `Fällig am ${day}`,
    overdue: (day: string) => `Überfällig (fällig am ${day})`,
    invoicesDo: 'Rechnungen anzeigen',
    silent: 'Seit mindestens einer Woche keine Bestellung gemeldet',
    silentHint: (when: string) =>
      `Letzte Bestellung: ${when}. Wenn Sie seitdem verkauft haben, ist möglicherweise das Tracking gestört.`,
    silentDo: 'Tracking prüfen',
  },
};

export default de;
