import { html } from '../markup/html.ts';
import type { SiteTexts } from './texts.en.ts';

export const de: SiteTexts = {
  skip: 'Zum Inhalt springen',
  main: 'Hauptmenü',
  legal: 'Rechtliches',
  language: 'Sprache',
  pages: 'Seiten',
  campaigns: 'Kampagnen',
  stores: 'Shops',
  forCreators: 'Für Creator',
  forStores: 'Für Shops',
  signIn: 'Anmelden',
  openConsole: 'Konsole öffnen',
  apiReference: 'API-Referenz',
  terms: { link: 'AGB', title: 'Nutzungsbedingungen' },
  privacy: { link: 'Datenschutz', title: 'Datenschutzerklärung' },
  imprint: { link: 'Impressum', title: 'Impressum' },
  textOf: (title, market) => `${title} von ${market}.`,

  introduction:
    'Creator machen aus Produktseiten Links, mit denen sie verdienen. Shops sehen das Ergebnis jedes Links. Jeder Betrag lässt sich auf seine Klicks und Bestellungen zurückführen.',
  headline: (market) => `${market}: Kampagnen und Links, mit denen Creator verdienen`,
  demo: (href) =>
    html`Dies ist ein Demo-Marktplatz. <a href="${href}">Erkunden Sie die Demo</a> als Creator, Shop, Agentur oder Administrator.`,
  joinAsCreator: 'Als Creator mitmachen',
  registerStore: 'Shop registrieren',
  byInvitation: 'Creator nehmen über die Seite oder den Einladungslink einer Kampagne teil.',
  openCampaigns: 'Offene Kampagnen',
  allCampaigns: 'Alle Kampagnen',
  allStores: 'Alle Shops',

  listTitle: (title, page) => `${title}, Seite ${page}`,
  storesHint: 'Shops, die mit Creatorn zusammenarbeiten, mit ihren Vergütungen.',
  campaignsHint: 'Kampagnen, für die sich Creator bewerben können.',
  noStores: 'Zurzeit hat kein Shop eine Seite.',
  noCampaigns: 'Zurzeit ist keine Kampagne offen.',
  previous: 'Vorherige Seite',
  next: 'Nächste Seite',

  whatYouEarn: 'Ihr Verdienst',
  apply: 'Bewerben',
  note: 'Für Creator ohne Agentur. Eine Agentur oder eine Vereinbarung mit dem Shop kann die Vergütung ändern.',
  ofStore: (store) => `Vergütungen und Kampagnen von ${store} für Creator.`,
  ratesInCampaigns: 'Der Shop gibt seine Vergütungen in seinen Kampagnen an.',
  ofCampaign: (store) => `Eine Kampagne von ${store} für Creator.`,
  campaignOf: (store) => html`Eine Kampagne von ${store}`,
  campaignUntil: (store, day) => html`Eine Kampagne von ${store}, bis ${day}`,
  individual: 'Der Shop vereinbart die Vergütung mit jedem Creator.',
  bonusBudget: (amount) =>
    `Der Shop zahlt höchstens ${amount} an Boni für einen Monat, in der Reihenfolge, in der Creator sie erreichen.`,
  onlyMembers: (href) =>
    html`Zurzeit können keine neuen Konten erstellt werden. Creator mit einem Konto können <a href="${href}">an der Kampagne teilnehmen</a>.`,
  perClick: (amount, isSocial) => `${amount} pro Klick${isSocial ? ' aus sozialen Netzwerken' : ''}`,
  perOrder: (amount, isSocial) => `${amount} pro Bestellung${isSocial ? ' aus sozialen Netzwerken' : ''}`,
  ofOrders: (share, isSocial) => `${share} des Bestellwerts${isSocial ? ' aus sozialen Netzwerken' : ''}`,
  largerOf: (one, other) => `Der größere Betrag von ${one} und ${other}`,
  minimumOrder: (amount) => `Für Bestellungen ab ${amount}`,
  socialClicksUnpaid: 'Nichts für Klicks aus sozialen Netzwerken',
  socialOrdersUnpaid: 'Nichts für Bestellungen aus sozialen Netzwerken',
  promisedUntil: (day: string) => `Die Bedingungen werden bis Ende des ${day} nicht schlechter`,
  withNotice: (days: number) =>
    days === 1 ? 'Änderungen werden einen Tag vorher angekündigt' : `Änderungen werden ${days} Tage vorher angekündigt`,
  guaranteedPay: (left: string, day: string) => `Bis ${day} im Voraus bezahlt: mindestens ${left} übrig`,
  once: (amount) => `einmalig ${amount}, wenn die Kampagne abgeschlossen ist`,
  gift: {
    product: (value, title) => `${title} als Geschenk im Wert von ${value}`,
    choice: (value, _title, choices) =>
      `${choices === 1 ? 'ein Produkt' : `${choices} Produkte`} nach Wahl im Wert von bis zu ${value}`,
    credit: (value) => `${value} zum Einkaufen im Shop`,
  },
  bonus: (amount, { orders, value }) => {
    const asked = [
      ...(orders === null ? [] : [`${orders} ${orders === 1 ? 'bestätigten Bestellung' : 'bestätigten Bestellungen'}`]),
      ...(value === null ? [] : [`einem Bestellwert von ${value}`]),
    ];
    return `${amount} Bonus in diesem Monat ab ${asked.join(' und ')}`;
  },

  howItWorks: 'So funktioniert es',
  paidMonthly: (amounts) =>
    amounts === '' ? 'Ausgezahlt wird jeden Monat.' : `Ausgezahlt wird jeden Monat, ab ${amounts}.`,
  three: [
    { title: 'Produktseite einfügen', text: 'Sie erhalten sofort einen eigenen Link und sehen, was er einbringt.' },
    {
      title: 'Link teilen',
      text: 'Klicks und Bestellungen erscheinen innerhalb weniger Augenblicke in Ihrer Statistik.',
    },
    {
      title: 'Geld erhalten',
      text: 'Jeder Monat endet mit einer Abrechnung, die jeden Betrag auf seine Klicks und Bestellungen zurückführt.',
    },
  ],
  example: {
    title: 'So viel kann es sein',
    hint: (store) => `Ein Beispiel mit der aktuellen Vergütung von ${store}, ohne Bonus.`,
    clicks: (count, each) => `${count.toLocaleString('de')} Klicks zu je ${each}`,
    fixed: (count, amount) => `${count} Bestellungen zu je ${amount}`,
    orders: (count, value, share) => `${count} Bestellungen über ${value}, je ${share}`,
    total: 'Ihr Verdienst',
  },
  questions: 'Fragen und Antworten',
  answers: [
    {
      question: 'Was kostet das?',
      answer: 'Für Creator nichts. Shops zahlen für Klicks und Bestellungen, innerhalb der Grenzen, die sie festlegen.',
    },
    {
      question: 'Wann werde ich bezahlt?',
      answer: (paid: string) =>
        `${paid} Ein Monat wird ausgezahlt, wenn er abgeschlossen ist und die Shops bezahlt haben. Die Konsole zeigt, worauf jeder Betrag wartet.`,
    },
    {
      question: 'Welche Klicks und Bestellungen zählen?',
      answer:
        'Klicks von Menschen, einmal je Person und Tag, und Bestellungen, die Shops bestätigen. Was nicht zählt, nennt seinen Grund.',
    },
    {
      question: 'Brauche ich ein Unternehmen?',
      answer:
        'Nein. Ihre Angaben entscheiden, wie die Abrechnung die Umsatzsteuer behandelt. Die Plattform schreibt die Abrechnung für Sie.',
    },
    {
      question: 'Wie beginnt ein Shop?',
      answer:
        'Er registriert sich, weist seine Domain nach, bindet das Tracking ein und legt seine Vergütung fest. Vor einer Kampagne oder Vergütung zahlt er nichts.',
    },
  ],
  creators: {
    description:
      'Machen Sie aus Produktseiten Links, mit denen Sie verdienen, und nehmen Sie an Kampagnen von Shops teil.',
    lead: 'Machen Sie aus den Produktseiten, über die Sie sprechen, Links, mit denen Sie verdienen, und nehmen Sie an Kampagnen von Shops teil, die Ihnen gefallen.',
    steps: [
      'Erstellen Sie ein Konto und bestätigen Sie Ihre E-Mail-Adresse.',
      'Fügen Sie die Adresse eines Produkts ein. Sie erhalten einen eigenen Link.',
      'Teilen Sie den Link. Klicks und Bestellungen erscheinen nach wenigen Augenblicken in Ihrer Statistik.',
      'Jeder Monat wird mit einer Abrechnung abgeschlossen. Jeder Betrag darin lässt sich auf seine Klicks und Bestellungen zurückführen.',
    ],
    earn: 'Shops und Kampagnen geben an, was sie für Klicks und Bestellungen zahlen. Ihre Seiten zeigen Ihren Teil davon.',
    create: 'Konto erstellen',
    see: 'Kampagnen ansehen',
    byInvitation: 'Konten werden über die Seite oder den Einladungslink einer Kampagne erstellt.',
    closed: 'Zurzeit können keine neuen Konten erstellt werden.',
  },
  shops: {
    description:
      'Bezahlen Sie Creator für Besuche und Verkäufe, die sie bringen, innerhalb von Budgets, die nie überschritten werden.',
    steps: [
      'Registrieren Sie Ihren Shop und weisen Sie nach, dass die Domain Ihnen gehört.',
      'Geben Sie an, was Sie für Klicks und Bestellungen zahlen, und legen Sie die Obergrenzen fest.',
      'Fügen Sie Ihrem Shop das Tracking-Skript oder das Plugin hinzu.',
      'Veröffentlichen Sie eine Kampagne und entscheiden Sie über die Bewerbungen von Creatorn.',
      'Verfolgen Sie Klicks, Bestellungen und Kosten nach Creator und Link. Jede Rechnung entspricht ihren Klicks und Bestellungen.',
    ],
    closed: 'Shops werden von den Administratoren dieses Marktplatzes registriert.',
    approval: 'Ein Administrator gibt jeden Shop frei, bevor er Geld ausgeben kann.',
  },

  creator: {
    of: (name: string) => `${name} auf diesem Marktplatz.`,
    channels: 'Kanäle',
    proven: 'bestätigt',
    followers: (number: string) => `${number} Follower, nach eigener Angabe`,
    platforms: {
      blog: 'Blog',
      newsletter: 'Newsletter',
      podcast: 'Podcast',
    },
    topics: 'Themen',
    languages: 'Sprachen',
    rates: 'Preise',
    rate: {
      post: (amount: string) => `${amount} für einen Beitrag`,
      story: (amount: string) => `${amount} für eine Story`,
      short_video: (amount: string) => `${amount} für ein Kurzvideo`,
      video: (amount: string) => `${amount} für ein Video`,
      article: (amount: string) => `${amount} für einen Artikel`,
    },
    work: 'Arbeiten',
    links: 'Links',
    advertising: (name: string) => `Das sind Werbelinks: ${name} kann an Besuchen und Käufen über sie verdienen.`,
    advertisementOf: (store: string) => `Anzeige · ${store}`,
    mediaKit: 'Media-Kit (PDF)',
  },

  notFound: {
    title: 'Seite nicht gefunden',
    description: 'Unter dieser Adresse gibt es keine Seite.',
    lead: 'Unter dieser Adresse gibt es keine Seite. Sie wurde möglicherweise entfernt.',
    front: 'Startseite',
  },
};
