import type { en } from './texts.en.ts';

const de: typeof en = {
  you: 'Sie',
  system: 'Automatisch',
  earlier: 'Ältere anzeigen',
  edited: 'bearbeitet',
  wasDeleted: 'Kommentar gelöscht',
  send: 'Senden',
  sent: 'Kommentar veröffentlicht.',
  edit: 'Bearbeiten',
  editOf: 'Ihren Kommentar bearbeiten',
  save: 'Speichern',
  cancel: 'Abbrechen',
  delete: 'Löschen',
  deleteOf: 'Ihren Kommentar löschen',
  sure: 'Für alle löschen?',
  keep: 'Behalten',
  deleted: 'Kommentar gelöscht.',
};

export default de;
