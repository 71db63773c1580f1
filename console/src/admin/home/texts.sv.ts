import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Översikt',
  hint: (currency) => `Alla butiker. Beloppen är omräknade till ${currency} med varje dags kurs.`,
  figures: 'Nyckeltal',
  clicks: 'Klick',
  orders: 'Ordrar',
  cost: 'Butikernas kostnad',
  earnings: 'Kreatörernas intäkter',
  agencies: 'Byråernas intäkter',
  platform: 'Plattformens del',
  course: 'Klick och kostnad per dag',
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
  waits: 'Väntar på dig',
  nothing: 'Inget väntar på dig.',
  toApprove: (count) => (count === '1' ? '1 butik väntar på godkännande' : `${count} butiker väntar på godkännande`),
  toApproveHint: 'Deras länkar ger inga intäkter förrän dess.',
  appeals: (count) => (count === '1' ? '1 öppet överklagande' : `${count} öppna överklaganden`),
  appealsHint: 'Bifall eller avslå dem med ett skäl.',
  payments: (count) =>
    count === '1' ? '1 betalning hos Stripe att undersöka' : `${count} betalningar hos Stripe att undersöka`,
  paymentsHint: 'De betalar inte sin faktura.',
  disputed: (count) => (count === '1' ? '1 butik har ordrar att granska' : `${count} butiker har ordrar att granska`),
  disputedHint: 'Rapporter motsäger varandra eller är inte bekräftade.',
  months: (count, month) =>
    count === 1 ? `${month} är slut men inte stängd` : `${count} månader är slut men inte stängda, ${month} först`,
  monthsAction: 'Förhandsgranska stängningen',
  unpaid: {
    store: (count) => (count === '1' ? '1 obetald butiksfaktura' : `${count} obetalda butiksfakturor`),
    client: (count) => (count === '1' ? '1 byråfaktura att betala' : `${count} byråfakturor att betala`),
    creator: (count) => (count === '1' ? '1 kreatörsavräkning att betala' : `${count} kreatörsavräkningar att betala`),
  },
  overdue: (overdue, all, count) => (overdue < all ? `${count} förfallna` : all === 1 ? 'Förfallen' : 'Alla förfallna'),
  incomplete: (count) =>
    count === '1' ? '1 butik med ofullständig konfiguration' : `${count} butiker med ofullständig konfiguration`,
  incompleteHint: 'Inget besök eller ingen order än, ingen betalningsmetod eller ingen teammedlem.',
  unverified: (count) => (count === '1' ? '1 person är inte verifierad' : `${count} personer är inte verifierade`),
  jobs: (count) => (count === '1' ? '1 bakgrundsjobb har misslyckats' : `${count} bakgrundsjobb har misslyckats`),
  jobsHint: 'De försöks inte igen automatiskt.',
};
export default sv;
