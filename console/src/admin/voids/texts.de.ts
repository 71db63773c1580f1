import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Stornierungen',
  hint: 'Stornierte Klicks, Bestellungen und Einmalzahlungen. Jede Stornierung kann rückgängig gemacht werden.',
  make: 'Neue Stornierung',
  kind: 'Art',
  kinds: { clicks: 'Klicks', orders: 'Bestellungen', one_time_payments: 'Einmalzahlungen' },
  state: 'Status',
  states: { current: 'Storniert', undone: 'Rückgängig gemacht' },
  columns: {
    what: 'Storniert',
    reason: 'Begründung',
    effect: 'Auswirkung',
    made: 'Datum',
    state: 'Status',
    action: 'Aktionen',
  },
  items: {
    clicks: (count: number, written: string) => (count === 1 ? '1 Klick' : `${written} Klicks`),
    orders: (count: number, written: string) => (count === 1 ? '1 Bestellung' : `${written} Bestellungen`),
    one_time_payments: (count: number, written: string) =>
      count === 1 ? '1 Einmalzahlung' : `${written} Einmalzahlungen`,
  },
  undoneOn: (day: string) => `Rückgängig gemacht am ${day}`,
  undoneBecause: (reason: string) => `Rückgängig gemacht: ${reason}`,
  days: (from: string, to: string) => `${from} – ${to}`,
  empty: {
    title: 'Keine Stornierungen',
    hint: 'Stornieren Sie Klicks, Bestellungen oder Einmalzahlungen, die nicht bezahlt werden sollen.',
  },
  nothingFound: { title: 'Keine passenden Stornierungen', hint: 'Entfernen Sie einen Filter.' },
  undo: 'Rückgängig',
  undoLabel: (what: string) => `Stornierung rückgängig machen: ${what}`,
  undoTitle: (what: string) => `Stornierung rückgängig machen: ${what}?`,
  undoWords:
    'Sie zählen, kosten und vergüten wieder wie zuvor. Das wird abgelehnt, wenn eine Kampagne kein Budget mehr für die Klicks hat.',
  logHint: 'Wird im Audit-Log gespeichert.',
  undone: 'Stornierung rückgängig gemacht.',
  new: {
    title: 'Neue Stornierung',
    hint: 'Wählen Sie aus, was storniert werden soll, und sehen Sie sich die Auswirkung an. Es ändert sich nichts, bis Sie bestätigen.',
    back: 'Stornierungen',
    how: 'Auswahl',
    byFilter: 'Nach Filter',
    byId: 'Nach ID',
    ids: { clicks: 'Klick-IDs', orders: 'Bestell-IDs', one_time_payments: 'Zahlungs-IDs' },
    idsHint: {
      clicks: 'Die tclid jedes Klicks, eine pro Zeile.',
      orders: 'Die ID der Plattform für jede Bestellung, eine pro Zeile.',
      one_time_payments: 'Die ID jeder Zahlung, eine pro Zeile.',
    },
    store: 'Shop',
    creator: 'Creator',
    agency: 'Agentur',
    link: 'Link',
    campaign: 'Kampagne',
    from: 'Erster Tag',
    to: 'Letzter Tag',
    filterHint: 'Wählen Sie beide Tage und mindestens Shop, Creator, Agentur, Link oder Kampagne aus.',
    missing: 'Wählen Sie beide Tage und mindestens Shop, Creator, Agentur, Link oder Kampagne aus.',
    missingIds: 'Geben Sie mindestens eine ID ein.',
    preview: 'Vorschau',
    effect: 'Auswirkung',
    nothing: { title: 'Keine Treffer', hint: 'Nichts, das zählt und noch nicht storniert ist, passt zur Auswahl.' },
    columns: {
      items: 'Storniert',
      cost: 'Shops zahlen weniger',
      creators: 'Creator verdienen weniger',
      agencies: 'Agenturen verdienen weniger',
      platform: 'Plattform behält weniger',
    },
    void: (what: string) => `${what} stornieren`,
    confirmTitle: (what: string) => `${what} stornieren?`,
    confirmWords: {
      clicks:
        'Sie kosten und vergüten nichts mehr. Bestellungen, die aus ihnen folgen, bleiben bestehen: Stornieren Sie diese als Bestellungen. Gebuchte Beträge korrigiert der nächste Monatsabschluss.',
      orders:
        'Sie werden abgelehnt und kosten und vergüten nichts mehr. Gebuchte Beträge korrigiert der nächste Monatsabschluss.',
      one_time_payments:
        'Sie kosten und vergüten nichts mehr. Gebuchte Beträge korrigiert der nächste Monatsabschluss.',
    },
    done: (what: string) => `${what} storniert.`,
  },
};

export default de;
