import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Sök och gå till',
  key: 'Ctrl K',
  placeholder: 'Sidor, butiker, kampanjer, personer, länkar, ordrar och fakturor',
  page: 'Sida',
  nothing: 'Inget hittades',
  searching: 'Söker …',
  hint: 'Skriv minst två tecken. Välj med piltangenterna och öppna med Enter.',
  failed: 'Sökningen misslyckades. Försök igen.',
  kinds: {
    store: 'Butik',
    campaign: 'Kampanj',
    creator: 'Kreatör',
    client: 'Byrå',
    link: 'Länk',
    order: 'Order',
    invoice: 'Faktura',
  },
};
export default sv;
