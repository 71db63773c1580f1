import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Översikt',
  hint: 'Siffror för de valda dagarna, jämförda med föregående period.',
  figures: {
    clicks: 'Klick',
    cost: 'Kostnad',
    orders: 'Ordrar',
    value: 'Ordervärde',
    roas: 'ROAS',
    basket: 'Genomsnittligt ordervärde',
  },
  figuresTitle: 'Nyckeltal',
  roasHint: 'Ordervärde delat med kostnad',
  byDay: 'Per dag',
  chartOf: (figure) => `${figure} per dag, med föregående period`,
  best: {
    creators: 'Bästa kreatörerna',
    links: 'Bästa länkarna',
    all: 'Visa alla',
    allCreators: 'Visa alla kreatörer',
    allLinks: 'Visa alla länkar',
    creator: 'Kreatör',
    link: 'Länk',
    clicks: 'Klick',
    value: 'Ordervärde',
    noneTitle: 'Inga resultat under den här perioden',
    noneHint: 'Kreatörer och länkar med klick eller ordrar visas här.',
    untitled: 'Länk utan rubrik',
  },
  first: {
    title: 'Första stegen',
    hint: 'Tills alla steg är klara tjänar kreatörer inget på din butik. Siffrorna visas här med det första klicket.',
    domains: {
      title: 'Verifiera dina domäner',
      hint: 'Kreatörer skapar länkar till sidor på dina domäner.',
      go: 'Verifiera domäner',
    },
    tracking: {
      title: 'Testa orderspårningen',
      hint: 'Lägg till ett skript på dina sidor, eller rapportera ordrar från din server. Verifiera med en testorder.',
      go: 'Konfigurera spårning',
    },
    rates: {
      title: 'Ange din ersättning',
      hint: 'Vad du betalar för klick och ordrar, om inte en kampanj anger något annat.',
      go: 'Ange ersättning',
    },
    billing: {
      title: 'Fyll i din faktureringsadress',
      hint: 'Dina fakturor ställs till den.',
      go: 'Lägg till adress',
    },
    approval: {
      title: 'Godkännande',
      hint: 'En administratör granskar din butik. Du får beslutet via e-post.',
    },
  },
  rejection: {
    title: 'Din butik godkändes inte',
    hint: 'Dess länkar ger inga intäkter och dess rapporter nekas. Kontakta plattformen om du inte håller med.',
    reason: (reason) => `Skäl: ${reason}`,
  },
};
export default sv;
