import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Links importieren',
  hint: 'Erstellen Sie Links aus der Datei einer anderen Plattform: einem Export von Dub oder einer Liste Ihrer Tracking-Links von Awin, Adtraction oder Tradedoubler.',
  back: 'Meine Links',
  file: {
    title: 'Datei',
    hint: (rows: string) =>
      `CSV oder XLSX, mit einer Kopfzeile und höchstens ${rows} Zeilen. Es wird nichts erstellt, bevor Sie die Vorschau gesehen haben.`,
    column: 'Spalte mit der URL',
    columnHint: 'Nur, wenn sie nicht erkannt wird.',
    select: 'Datei auswählen',
  },
  preview: {
    title: (file: string) => `Vorschau von ${file}`,
    done: (file: string) => `Import von ${file}`,
    read: (columns: string) => `Gelesene Spalten: ${columns}`,
    import: (count: string) => (count === '1' ? `${count} Link erstellen` : `${count} Links erstellen`),
    nothing: 'Die Datei enthält keine neuen Links.',
    imported: 'Links erstellt',
    row: 'Zeile',
    outcome: 'Ergebnis',
    page: 'Seite',
    link: 'Link',
    empty: 'Keine Zeilen',
  },
  outcomes: {
    new: 'Neu',
    existing: 'Bereits vorhanden',
    repeated: 'Mehrfach in der Datei',
    refused: 'Abgelehnt',
  },
  counts: (one: { new: string; existing: string; repeated: string; refused: string }) =>
    `${one.new} neu, ${one.existing} vorhanden, ${one.repeated} mehrfach, ${one.refused} abgelehnt`,
};

export default de;
