import type { en } from './texts.en.ts';

const de: typeof en = {
  save: 'Speichern',
  none: 'Keine Angabe',
  yes: 'Ja',
  no: 'Nein',
  percentHint: 'In Prozent',
  shop: { label: 'Shop', placeholder: 'Nach Namen suchen', nothing: 'Keine passenden Shops' },
  person: { placeholder: 'Nach Name oder E-Mail suchen', nothing: 'Niemand passt' },
  campaign: { placeholder: 'Nach Titel oder Nummer suchen', nothing: 'Keine passenden Kampagnen' },
  link: { placeholder: 'Nach Name oder Code suchen', nothing: 'Keine passenden Links' },
  creator: {
    label: 'Creator',
    placeholder: 'Nach Namen oder E-Mail-Adresse suchen',
    nothing: 'Keine passenden Creator',
  },
  agency: { label: 'Agentur' },
  code: { placeholder: 'Nach Namen oder Code suchen', nothing: 'Keine Treffer' },
};

export default de;
