import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Material att ladda ner',
  hint: 'Filer för kreatörer som har gått med i kampanjen, och för deras byråer. Ingen annan kan ladda ner dem.',
  ownHint: 'Butikens filer för dina inlägg.',
  none: 'Kampanjen har inga filer.',
  file: 'Fil',
  fileHint: (megabytes) => `PNG, JPEG, MP4, PDF eller ZIP, högst ${megabytes} MB.`,
  note: 'Anteckning (valfri)',
  noteHint: 'Vad kreatörerna bör veta om filen.',
  add: 'Lägg till fil',
  added: 'Filen har lagts till.',
  edit: 'Ändra anteckningen',
  editFor: (name) => `Ändra anteckningen: ${name}`,
  save: 'Spara anteckningen',
  saved: 'Anteckningen har sparats.',
  up: 'Flytta upp',
  upFor: (name) => `Flytta upp: ${name}`,
  down: 'Flytta ner',
  downFor: (name) => `Flytta ner: ${name}`,
  remove: 'Ta bort',
  removeFor: (name) => `Ta bort: ${name}`,
  removeTitle: 'Ta bort filen?',
  removeWords: (name) => `Kreatörerna kan inte längre ladda ner ${name}.`,
  removed: 'Filen har tagits bort.',
  checksum: 'SHA-256',
};
export default sv;
