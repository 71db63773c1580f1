import type { en } from './texts.en.ts';

const de: typeof en = {
  detailsOf: (what: string) => `Details: ${what}`,
  failure: {
    title: 'Es ist ein Fehler aufgetreten',
    offline: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    signedOut: 'Ihre Sitzung ist abgelaufen. Melden Sie sich erneut an.',
    retry: 'Erneut versuchen',
    wait: (seconds: number) => `Zu viele Anfragen. Versuchen Sie es in ${seconds} s erneut.`,
    missing: 'Nicht gefunden',
    missingHint: 'Der Eintrag wurde gelöscht, oder die URL ist falsch.',
    away: 'Der Server ist vorübergehend nicht verfügbar. Versuchen Sie es gleich noch einmal.',
    fault: (id: string | null) =>
      id === null
        ? 'Serverfehler. Versuchen Sie es gleich noch einmal.'
        : `Serverfehler. Wenn er wieder auftritt, nennen Sie dem Support diese ID: ${id}.`,
  },
  table: {
    page: (page: number, pages: number) => `Seite ${page} von ${pages}`,
    rows: (count: string) => `${count} insgesamt`,
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    sortBy: (column: string) => `Sortieren nach ${column}`,
    loading: 'Wird geladen …',
    select: 'Auswählen',
    selected: (count: string) => `${count} ausgewählt`,
    selectPage: (count: string) => `${count} auf dieser Seite auswählen`,
    selectMatching: 'Alle passenden auswählen',
    clearSelection: 'Auswahl aufheben',
    cut: (most: string) => `Es passen weitere Zeilen. Die ersten ${most} sind ausgewählt.`,
  },
  clearFilters: 'Filter zurücksetzen',
  views: {
    button: 'Spalten und Ansichten',
    columns: 'Spalten',
    saved: 'Gespeicherte Ansichten',
    name: 'Name der Ansicht',
    hint: 'Speichert Filter, Reihenfolge und Spalten in diesem Browser.',
    save: 'Ansicht speichern',
    remove: (name: string) => `Ansicht ${name} löschen`,
  },
  chart: {
    asTable: 'Als Tabelle anzeigen',
    asChart: 'Als Diagramm anzeigen',
    measure: 'Kennzahl im Diagramm',
    saveCsv: (chart) => `Als CSV speichern: ${chart}`,
    hint: 'Wählen Sie einen Tag, um die Liste dahinter zu öffnen.',
    open: (day) => `Anzeigen, was hinter dem ${day} steht`,
    events: (count) => (count === 1 ? '1 Ereignis' : `${count} Ereignisse`),
    dashed: 'Gestrichelt: Vorperiode',
    fileHeadings: {
      day: 'Datum',
      previousDay: 'Vorheriges Datum',
      previous: (measure) => `${measure} (Vorperiode)`,
      events: 'Ereignisse',
    },
    kinds: {
      campaign_began: (title) => `Kampagne begonnen: ${title}`,
      campaign_ended: (title) => `Kampagne beendet: ${title}`,
      prices_changed: (title) => `Vergütung geändert: ${title}`,
      own_prices_changed: 'Vergütung des Shops geändert',
      month_closed: (month) => `Monat abgeschlossen: ${month}`,
    },
  },
  search: 'Suchen',
  role: {
    notice: {
      manager:
        'Ihre Rolle hier ist „Manager“. Zahlungen und Team verwalten nur Personen mit der Rolle „Inhaber“ oder „Finanzen“.',
      finance:
        'Ihre Rolle hier ist „Finanzen“. Was etwas anderes als Zahlungen ändert, ist ausgeblendet oder deaktiviert.',
      read_only:
        'Ihre Rolle hier ist „Nur Lesen“. Was etwas ändert, ist ausgeblendet oder deaktiviert. Ein Inhaber kann Ihre Rolle ändern.',
    },
    disabled: 'Mit Ihrer Rolle nicht erlaubt',
  },
  copy: { copy: 'Kopieren', copied: 'Kopiert', refused: 'Kopieren fehlgeschlagen' },
  change: {
    up: (share: string, than: string) => `${share} mehr als ${than}`,
    down: (share: string, than: string) => `${share} weniger als ${than}`,
    same: (than: string) => `Unverändert gegenüber ${than}`,
    none: (than: string) => `Keine Daten für ${than}`,
  },
  range: {
    label: 'Zeitraum',
    days: (count: number) => `${count} Tage`,
    thisMonth: 'Dieser Monat',
    lastMonth: 'Letzter Monat',
    from: 'Von',
    to: 'Bis',
    show: 'Anzeigen',
    missing: 'Wählen Sie beide Daten aus.',
    upsideDown: 'Das Enddatum liegt vor dem Startdatum.',
    early: (day: string) => `Vor dem ${day} gibt es keine Daten.`,
    long: (most: string, chosen: string) =>
      `Wählen Sie höchstens ${most} Tage aus; dieser Zeitraum umfasst ${chosen} Tage.`,
  },
  steps: { done: '(erledigt)', change: 'Ändern', changeOf: (step: string) => `Ändern: ${step}` },
  export: {
    button: 'Exportieren',
    hint: 'Alle Zeilen mit den aktuellen Filtern und der aktuellen Sortierung',
    xlsx: 'Excel (XLSX)',
    csv: 'CSV',
    json: 'JSON',
  },
  undo: 'Rückgängig',
  leave: {
    title: 'Seite ohne Speichern verlassen?',
    hint: 'Ihre Änderungen gehen verloren.',
    stay: 'Hier bleiben',
    go: 'Verlassen',
  },
  language: 'Sprache',
  all: 'Alle',
  cancel: 'Abbrechen',
  reason: 'Begründung',
  dismiss: 'Schließen',
};

export default de;
