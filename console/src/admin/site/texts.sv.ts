import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Publika sidor',
  hint: 'Namn, färger och texter på sidorna som alla kan se: startsidan, sidorna för butiker, kampanjer och kreatörer som deras ägare har publicerat och de juridiska sidorna. De visas på engelska, svenska och tyska.',
  look: 'Utseende',
  name: 'Marknadsplatsens namn',
  accent: 'Accentfärg',
  accentHint: 'Texter i den här färgen görs mörkare eller ljusare där de annars inte skulle gå att läsa.',
  introduction: 'Introduktion',
  introductionHint: 'Meningarna under rubriken på startsidan. Lämna tomt för standardtexten.',
  logo: 'Logotyp',
  logoHint: 'PNG eller JPEG. Stora bilder förminskas.',
  chooseLogo: 'Välj bild',
  removeLogo: 'Ta bort logotypen',
  badLogo: 'Bilden kan inte läsas eller förminskas. Välj en PNG eller JPEG.',
  logoSaved: 'Logotypen är sparad.',
  logoRemoved: 'Logotypen är borttagen.',
  texts: 'Texter',
  textsHint:
    'Oformaterad text. En tom rad skiljer stycken åt, och en rad som börjar med ”# ” är en rubrik. Utan text finns ingen sida.',
  terms: 'Villkor',
  privacy: 'Integritetspolicy',
  noImprint: {
    title: 'Sidan ”Om företaget” saknas',
    hint: 'Skriv en text nedan eller ange företagets namn och adress i serverns konfiguration. Tills dess kan ingen se vem som driver den.',
  },
  imprint: 'Om företaget',
  show: 'Visa startsidan',
  save: 'Spara',
  saved: 'Inställningarna är sparade.',
};
export default sv;
