import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Profil för butiker',
  hint: 'Butiker ser den när du ansöker till en kampanj eller deltar.',
  picture: { label: 'Bild', choose: 'Välj bild', remove: 'Ta bort bilden', saved: 'Bilden är sparad' },
  bio: 'Om dig',
  bioHint: 'Vad du publicerar, och för vem.',
  languages: 'Språk',
  topics: 'Ämnen',
  currency: 'Valuta för priser',
  rates: 'Priser',
  ratesHint: 'Vad du begär för ett innehåll. Lämna tomt det du inte erbjuder.',
  rate: { post: 'Inlägg', story: 'Story', short_video: 'Kort video', video: 'Video', article: 'Artikel' },
  work: 'Exempel på tidigare arbeten',
  workTitle: (place) => `Titel ${place}`,
  workUrl: (place) => `Adress ${place}`,
  addWork: 'Lägg till exempel',
  removeWork: (place) => `Ta bort exempel ${place}`,
  isListed: 'Butiker hittar mig',
  isListedHint:
    'Butiker och administratörer ser namn, bild, text, land, språk, ämnen, priser, exempel och kanaler i sin sökning och kan bjuda in dig. Du kan avsluta det när som helst.',
  showsResults: 'Visa mina resultat i intervall',
  showsResultsHint:
    'Till exempel 1 000 till 9 999 klick på 90 dagar. Bara med resultat hos minst tre butiker, och bara så länge butiker hittar dig.',
  yes: 'Ja',
  no: 'Nej',
  save: 'Spara profilen',
  saved: 'Profilen är sparad',
  page: {
    title: 'Offentlig sida och mediekit',
    hint: 'Alla kan läsa namn, bild, text, språk, ämnen, exempel och bekräftade kanaler där. Aldrig din e-postadress, obekräftade kanaler eller resultat.',
    isPublic: 'Publicera sidan',
    name: 'Namn i adressen',
    nameHint: '3 till 40 små bokstäver (a–z), siffror och bindestreck, till exempel anna-vandrar',
    showsRates: 'Visa priserna',
    save: 'Spara sidan',
    saved: 'Sidan är sparad',
    open: 'Öppna sidan',
    kit: 'Öppna mediekitet (PDF)',
    notShown: 'Sidan är dold så länge kontot är avstängt.',
  },
};
export default sv;
