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
    hint: 'Genomför tre steg så att kreatörer kan tjäna pengar på din butik. Varje steg tar några minuter.',
    domains: {
      title: 'Lägg till dina domäner',
      hint: 'Kreatörer skapar länkar till sidor på dina domäner.',
      go: 'Lägg till domän',
    },
    tracking: {
      title: 'Anslut orderspårning',
      hint: 'Lägg till ett skript på dina sidor, eller rapportera ordrar från din server. Verifiera med en testorder.',
      go: 'Konfigurera spårning',
    },
    campaign: {
      title: 'Skapa din första kampanj',
      hint: 'En kampanj anger ersättning, målgrupp och budget.',
      go: 'Skapa kampanj',
    },
  },
  approval: {
    pending: 'Din butik väntar på godkännande',
    pendingHint:
      'En administratör granskar den. Fram till dess ser kreatörer den inte, dess länkar ger inga intäkter, den skickar inga mejl och utlovar inga betalningar. Du får beslutet via e-post. Under tiden kan du förbereda allt:',
    rejected: 'Din butik godkändes inte',
    rejectedHint: 'Dess länkar ger inga intäkter och dess rapporter nekas. Kontakta plattformen om du inte håller med.',
    reason: (reason) => `Skäl: ${reason}`,
    prepare: {
      domains: 'Verifiera dina domäner',
      settings: 'Ange ersättning och logotyp',
      tracking: 'Anslut orderspårning',
      campaigns: 'Förbered kampanjer',
      payment: 'Ordna betalningen',
    },
  },
};
export default sv;
