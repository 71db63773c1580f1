import type { en } from './authorize-words.en.ts';

const sv: typeof en = {
  title: 'Tillåta ett program att agera för dig?',
  hint: 'Ett program på din dator vill använda ditt konto. Tillåt det bara om du själv just har startat programmet.',
  incomplete: 'Adressen är ofullständig. Börja om i programmet.',
  named: (name) => `Ett program som kallar sig ”${name}” vill agera i ditt namn.`,
  unnamed: 'Ett program utan namn vill agera i ditt namn.',
  unverified:
    'Ingen har kontrollerat namnet. Fortsätt bara om du själv just har startat programmet. Marknadsplatsen ber dig aldrig att tillåta ett program.',
  returns: 'Var det körs',
  local: 'Ett program på den här datorn',
  may: 'Vad det får göra',
  scopes: {
    read: 'Läsa det som du kan se: länkar, klick, ordrar, kampanjer och statistik',
    links: 'Skapa och ändra länkar, efter att du har bekräftat varje ändring',
    campaigns: 'Skriva kommentarer i kampanjer, efter att du har bekräftat var och en',
  },
  never: 'Vad det aldrig kan göra',
  neverText:
    'Se eller ändra utbetalningar, betalningar, bankkonton eller fakturor, sätta priser, eller komma åt lösenord, nycklar, teammedlemmar eller kontot.',
  ends: 'Tillåtelsen upphör efter 90 dagar, när du byter lösenord, när du loggar ut överallt eller när du avslutar den i ditt konto.',
  permit: 'Tillåt',
  refuse: 'Neka',
  cannot: 'Begäran kan inte tillåtas, eftersom programmet har gjort ett fel.',
  back: 'Tillbaka till programmet',
};
export default sv;
