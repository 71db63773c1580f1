import type { en } from './texts.en.ts';

const sv: typeof en = {
  save: 'Spara',
  none: 'Ingen',
  yes: 'Ja',
  no: 'Nej',
  percentHint: 'I procent',
  shop: { label: 'Butik', placeholder: 'Sök på namn', nothing: 'Inga butiker matchar' },
  person: { placeholder: 'Sök på namn eller e-post', nothing: 'Ingen matchar' },
  campaign: { placeholder: 'Sök på titel eller nummer', nothing: 'Inga kampanjer matchar' },
  link: { placeholder: 'Sök på namn eller kod', nothing: 'Inga länkar matchar' },
  creator: { label: 'Kreatör', placeholder: 'Sök på namn eller e-post', nothing: 'Inga kreatörer matchar' },
  agency: { label: 'Byrå' },
  code: { placeholder: 'Sök på namn eller kod', nothing: 'Inga träffar' },
};
export default sv;
