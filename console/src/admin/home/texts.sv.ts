import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Översikt',
  hint: 'Alla butiker. Beloppen är omräknade till en valuta med varje dags kurs.',
  figures: 'Nyckeltal',
  clicks: 'Klick',
  orders: 'Ordrar',
  cost: 'Butikernas kostnad',
  earnings: 'Kreatörernas intäkter',
  agencies: 'Byråernas intäkter',
  platform: 'Plattformens del',
  first: {
    title: 'Öppna din marknad',
    hint: 'Genomför tre steg för att räkna det första klicket.',
    market: {
      title: 'Din första marknad',
      go: 'Skapa marknad',
      hint: 'Ett land med dess valuta och språk. Varje butik och kreatör tillhör en marknad.',
    },
    shop: {
      title: 'Din första butik',
      go: 'Lägg till butik',
      hint: 'Med sina webbadresser, i en marknads valuta.',
    },
    creator: {
      title: 'Din första kreatör',
      go: 'Lägg till kreatör',
      hint: 'En person med e-postadress och lösenord som loggar in och skapar länkar.',
    },
  },
};

export default sv;
