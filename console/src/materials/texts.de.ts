import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Material zum Herunterladen',
  hint: 'Dateien für Creator, die an der Kampagne teilnehmen, und für ihre Agenturen. Sonst kann niemand sie herunterladen.',
  ownHint: 'Dateien des Shops für Ihre Posts.',
  none: 'Die Kampagne hat keine Dateien.',
  file: 'Datei',
  fileHint: (megabytes) => `PNG, JPEG, MP4, PDF oder ZIP, höchstens ${megabytes} MB.`,
  note: 'Notiz (optional)',
  noteHint: 'Was Creator über die Datei wissen sollten.',
  add: 'Datei hinzufügen',
  added: 'Datei hinzugefügt.',
  edit: 'Notiz ändern',
  editFor: (name) => `Notiz ändern: ${name}`,
  save: 'Notiz speichern',
  saved: 'Notiz gespeichert.',
  up: 'Nach oben',
  upFor: (name) => `Nach oben: ${name}`,
  down: 'Nach unten',
  downFor: (name) => `Nach unten: ${name}`,
  remove: 'Entfernen',
  removeFor: (name) => `Entfernen: ${name}`,
  removeTitle: 'Datei entfernen?',
  removeWords: (name) => `Creator können ${name} nicht mehr herunterladen.`,
  removed: 'Datei entfernt.',
  checksum: 'SHA-256',
};
export default de;
