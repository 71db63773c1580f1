import type { en } from './texts.en.ts';

const sv: typeof en = {
  list: 'Dina postbacks',
  none: {
    title: 'Inga postbacks',
    hint: 'En postback anropar en URL hos ett annonsnätverk för varje order via dina länkar.',
  },
  add: 'Lägg till en postback',
  urlHint:
    'Anropas för varje order och varje ändring av den. Platshållare: {click_id}, {sub1} till {sub5}, {payout}, {currency}, {order_status}, {order}.',
  preset: 'Tjänst',
  presetHint: 'En mall för en annan tjänst kan ändras innan den skapas.',
  ownRequest: 'Egen förfrågan',
  subHint:
    'Tjänstens eget id för besöket (client_id, fbclid eller ttclid) hämtas från sub5 i din länk. Bara orderns summor, tid och nummer och en hash av klicket skickas.',
  content: 'Innehåll',
  contents: { none: 'Inget: GET', json: 'POST med JSON', form: 'POST med formulär' },
  body: 'Innehållets mall',
  bodyHint: 'Platshållare står i texter: ”{value}”. En egenskap utan värde utelämnas.',
  headers: 'Huvuden',
  headersHint: 'Ett per rad: Namn: värde',
  secret: (name) => `Ditt värde: ${name}`,
  secretHint: 'Det krypteras och visas aldrig igen.',
  make: 'Skapa postback',
  made: 'Postbacken är skapad',
  url: 'URL',
};
export default sv;
