import type { en } from './texts.en.ts';

const de: typeof en = {
  keys: { space: 'Leertaste', enter: 'Eingabe', home: 'Pos1', end: 'Ende' },
  everywhere: {
    title: 'Überall',
    palette: 'Seite oder Datensatz suchen und öffnen',
    search: 'In der Liste der Seite suchen',
    help: 'Diese Übersicht anzeigen',
    close: 'Dialog oder Menü schließen',
  },
  palette: {
    title: 'Suchen und öffnen',
    move: 'Nächstes oder vorheriges Ergebnis',
    open: 'Ergebnis öffnen',
  },
  table: {
    title: 'Listen',
    move: 'Dasselbe Bedienelement in der nächsten oder vorherigen Zeile',
    ends: 'Erste oder letzte Zeile der Seite',
    open: 'Link öffnen oder Schaltfläche auslösen',
    select: 'Zeile auswählen',
    range: 'Alle Zeilen ab der zuletzt ausgewählten auswählen (auch Umschalt und Klick)',
  },
  goTo: 'Zu einer Seite gehen',
  single: '?, / und G als Kürzel verwenden',
  singleHint: 'Schalten Sie dies aus, wenn eine Spracheingabe oder ein anderes Programm diese Zeichen eingibt.',
};

export default de;
