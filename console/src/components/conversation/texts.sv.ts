import type { en } from './texts.en.ts';

const sv: typeof en = {
  you: 'Du',
  system: 'Automatiskt',
  earlier: 'Tidigare',
  edited: 'redigerad',
  wasDeleted: 'tog bort en kommentar',
  send: 'Skicka',
  sent: 'Kommentaren är publicerad.',
  edit: 'Redigera',
  editOf: 'Redigera din kommentar',
  save: 'Spara',
  cancel: 'Avbryt',
  delete: 'Ta bort',
  deleteOf: 'Ta bort din kommentar',
  sure: 'Ta bort den för alla?',
  keep: 'Behåll',
  deleted: 'Kommentaren är borttagen.',
};
export default sv;
