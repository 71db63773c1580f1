import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Sök och gå till',
  key: 'Ctrl K',
  page: 'Sida',
};

export default sv;
