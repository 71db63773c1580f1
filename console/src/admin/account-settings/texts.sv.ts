import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Konton och säkerhet',
  hint: 'Vem som kan registrera sig, vilka konton en administratör måste godkänna, villkoren som alla godtar och vem som behöver en andra faktor för att logga in.',
  signUp: 'Registrering',
  signUpModes: { open: 'Öppen', invitation: 'Bara via kampanjinbjudan', closed: 'Stängd' },
  approve: 'Kreatörer kräver godkännande',
  approveHint: 'Nya kreatörer kan inte skapa länkar förrän en administratör har godkänt dem.',
  factorTitle: 'Andra faktor',
  administrators: 'Krävs för administratörer',
  administratorsHint:
    'Sessioner utan lösennyckel eller autentiseringsapp kan inte administrera marknadsplatsen. API-tokens fungerar som förut. Lägg först till en andra faktor för ditt eget konto.',
  stores: 'Krävs för butiker',
  storesHint:
    'Sessioner utan lösennyckel eller autentiseringsapp kan inte agera för butiker. API-tokens fungerar som förut.',
  termsTitle: 'Villkor och integritetspolicy',
  termsHint:
    'Den som skapar ett konto godkänner de aktuella versionerna. Lämna en version tom för att inte fråga någon.',
  termsVersion: 'Villkorens version',
  termsUrl: 'Villkorens URL',
  privacyVersion: 'Integritetspolicyns version',
  privacyUrl: 'Integritetspolicyns URL',
  save: 'Spara',
  saved: 'Inställningarna är sparade.',
};
export default sv;
