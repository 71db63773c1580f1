import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Produktfeed',
  hint: 'Machen Sie Ihre Produkte für Creator auffindbar, damit sie Links dazu erstellen. Ein Feed für das Google Merchant Center genügt.',
  form: {
    title: 'Feed',
    hint: 'Die Adresse, unter der Ihr Shop seinen Feed veröffentlicht. Links darin müssen zu Ihren Domains führen, Preise in Ihrer Währung sein.',
    url: 'Feed-URL',
    placeholder: 'https://www.ihr-shop.example/feeds/google.xml',
    columns: 'Spalten',
    columnsHint:
      'Nur für Tabellen, deren Spalten anders heißen als bei Google, Awin oder Tradedoubler. Eine Zeile für jede: Attribut = Spalte.',
    format: 'Format',
    formats: { xml: 'XML (RSS oder Atom)', csv: 'CSV', tsv: 'TSV (durch Tabulatoren getrennt)' },
    schedule: 'Zeitplan',
    schedules: {
      manual: 'Nur auf Anforderung',
      hourly: 'Jede Stunde',
      every_6_hours: 'Alle 6 Stunden',
      daily: 'Jeden Tag',
      weekly: 'Jede Woche',
    },
    save: 'Feed speichern',
    saved: 'Feed gespeichert',
    remove: 'Feed entfernen',
    removed: 'Feed entfernt',
    removeWords: 'Creator finden Ihre Produkte nicht mehr. Ihre Links zu Ihren Seiten bleiben bestehen.',
    products: (count: string) => `${count} Produkte in der Suche der Creator`,
    next: (when: string) => `Nächster Import: ${when}`,
  },
  run: {
    now: 'Jetzt importieren',
    started: 'Der Import beginnt in wenigen Sekunden',
    upload: 'Datei hochladen',
    uploaded: 'Datei hochgeladen; sie wird in wenigen Sekunden gelesen',
  },
  runs: {
    title: 'Importe',
    hint: 'Ein Artikel mit einem Fehler wird ausgelassen. Kann ein Feed nicht gelesen werden, bleiben Ihre Produkte, wie sie sind.',
    empty: { title: 'Noch keine Importe', hint: 'Speichern Sie eine Feed-URL oder laden Sie eine Datei hoch.' },
    columns: {
      started: 'Beginn',
      source: 'Auslöser',
      state: 'Ergebnis',
      items: 'Artikel',
      changes: 'Änderungen',
      refused: 'Fehler',
    },
    sources: { schedule: 'Zeitplan', request: 'Anforderung', upload: 'Upload', removal: 'Entfernung' },
    states: {
      waiting: 'Wartet',
      running: 'Läuft',
      done: 'Abgeschlossen',
      unchanged: 'Keine Änderungen',
      failed: 'Fehlgeschlagen',
    },
    changes: (created: string, changed: string, gone: string) =>
      `${created} neu, ${changed} geändert, ${gone} entfallen`,
    show: (count: string) => `${count} anzeigen`,
  },
  errors: {
    title: 'Fehler des Imports',
    hint: 'Die ersten 100 Fehler.',
    columns: { line: 'Zeile', product: 'Produkt', field: 'Feld', message: 'Fehler' },
    none: 'Keine Fehler',
    whole: 'Ganzer Artikel',
  },
};

export default de;
