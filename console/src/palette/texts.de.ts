import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Suchen und öffnen',
  key: 'Strg K',
  page: 'Seite',
};

export default de;
