import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Einstellungen',
  hint: 'Logo, Standardvergütung und Sichtbarkeit Ihres Shops. Neue Vergütung gilt ab dem nächsten Klick; jede Änderung steht im Audit-Log.',
  logo: {
    title: 'Logo',
    hint: 'PNG oder JPEG; große Bilder werden verkleinert.',
    choose: 'Bild auswählen',
    bad: 'Dieses Bild kann nicht gelesen oder verkleinert werden. Wählen Sie ein PNG oder JPEG aus.',
    saved: 'Logo gespeichert.',
  },
  prices: {
    title: 'Standardvergütung',
    hint: 'Vergütung für Klicks und Bestellungen außerhalb von Kampagnen. Änderungen gelten ab dem nächsten Klick.',
    click: 'Pro Klick',
    order: 'Pro Bestellung',
    socialClick: 'Pro Klick aus sozialen Netzwerken',
    socialOrder: 'Pro Bestellung aus sozialen Netzwerken',
    fixed: 'Fester Betrag pro Bestellung',
    fixedHint: 'Für jede Bestellung, unabhängig von ihrem Wert.',
    minimum: 'Mindestbestellwert',
    minimumHint: 'Bestellungen darunter werden nicht vergütet.',
    mode: 'Fester Betrag und Anteil am Bestellwert',
    modes: { added: 'Beides wird gezahlt', larger: 'Das Größere von beiden wird gezahlt' },
    socialFixed: 'Fester Betrag pro Bestellung aus sozialen Netzwerken',
    billed: (sum: string) => `Insgesamt berechnet: ${sum}.`,
    willBeBilled: (sum: string) => `Künftig insgesamt berechnet: ${sum}.`,
    number: 'Geben Sie eine Zahl ein; bei 0 wird nichts gezahlt.',
    upTo: (most: string) => `Höchstens ${most}.`,
    save: 'Speichern',
    saved: 'Standardvergütung gespeichert.',
  },
  publicPage: {
    title: 'Öffentliche Seite',
    hint: 'Eine Seite mit Ihrem Logo, Ihrer Vergütung und Ihren öffentlichen Kampagnen, für alle und für Suchmaschinen.',
    show: 'Öffentliche Seite anzeigen',
    about: 'Über Ihren Shop',
    open: 'Seite öffnen',
    notYet: 'Die Seite erscheint, wenn Ihr Shop freigegeben und sichtbar ist.',
    save: 'Seite speichern',
    saved: 'Öffentliche Seite gespeichert.',
  },
  visibility: {
    title: 'Sichtbarkeit',
    shown: 'Creator können Ihren Shop finden und Links zu ihm erstellen.',
    hidden:
      'Creator können Ihren Shop nicht finden. Vorhandene Links führen weiterhin zu ihm, werden aber nicht vergütet, außer in Kampagnen, die Ihren Shop ihrer Zielgruppe zeigen.',
    hide: 'Shop ausblenden',
    ask: 'Ihren Shop für Creator ausblenden?',
    warning:
      'Creator können ihn nicht mehr finden und keine Links zu ihm erstellen. Vorhandene Links führen weiterhin zu ihm, werden aber nicht vergütet, außer in Kampagnen, die Ihren Shop ihrer Zielgruppe zeigen. Sie können ihn jederzeit wieder einblenden.',
    hideNow: 'Shop ausblenden',
    isHidden: 'Shop ausgeblendet.',
    show: 'Shop einblenden',
    isShownAgain: 'Shop sichtbar.',
  },
};

export default de;
