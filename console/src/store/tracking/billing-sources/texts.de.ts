import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Abonnements',
  hint: 'Stripe meldet bezahlte Rechnungen, Erstattungen, Zahlungsanfechtungen und Probezeiten Ihrer Abonnements. Jede bezahlte Rechnung ist eine Bestellung ihrer Kundin oder ihres Kunden.',
  connect: 'Stripe verbinden',
  first:
    'Legen Sie in Stripe einen Webhook mit dieser Adresse und diesen Ereignissen an. Stripe zeigt dann das Signaturgeheimnis.',
  address: 'Adresse für Stripe',
  events: 'Auszuwählende Ereignisse',
  click: 'Geben Sie jedem Checkout den Klick mit, als client_reference_id oder als tclid in den Metadaten.',
  secret: 'Signaturgeheimnis',
  secretHint: 'Es beginnt mit whsec_ und wird nie wieder angezeigt.',
  secretKept: 'Lassen Sie das Feld leer, um das jetzige Geheimnis zu behalten.',
  secretWrong: 'Geben Sie mindestens 16 Zeichen ein.',
  leaked: 'Das bisherige Geheimnis sofort ablehnen',
  leakedHint: 'Sonst gilt es noch 72 Stunden.',
  trial: 'Eine Probezeit ist ein Ereignis dieser Art',
  start: 'Ein Abonnement, das beginnt, ist ein Ereignis dieser Art',
  noKind: 'Kein Ereignis',
  kindHint: 'Ereignisarten legen Sie in den Einstellungen des Shops an.',
  save: 'Speichern',
  saved: 'Stripe ist verbunden.',
  cancel: 'Abbrechen',
  edit: 'Bearbeiten',
  waiting: 'Verbunden. Noch ist kein Ereignis angekommen.',
  latest: (kind, when) => `Letztes Ereignis: ${kind}, ${when}.`,
  refused: (reason, when) => `Letztes Ereignis ohne Wirkung: ${reason}, ${when}.`,
  reasons: {
    test_event: 'es geht um kein echtes Geld (Testmodus)',
    unreadable_event: 'es ist nicht lesbar',
    way_not_counted: 'Meldungen Ihres Servers zählen nicht',
    store_inactive: 'der Shop ist deaktiviert',
  },
  overlap: (until) => `Das bisherige Geheimnis gilt bis ${until}.`,
  remove: 'Entfernen',
  removeTitle: 'Stripe entfernen?',
  removeText:
    'Ereignisse von Stripe werden danach abgelehnt. Erstattungen früherer Rechnungen erreichen ihre Bestellungen nicht mehr, auch wenn Sie Stripe wieder verbinden. Die Bestellungen bleiben.',
  removed: 'Stripe ist entfernt.',
};

export default de;
