import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Profil für Shops',
  hint: 'Shops sehen es, wenn Sie sich für eine Kampagne bewerben oder teilnehmen.',
  picture: { label: 'Bild', choose: 'Bild wählen', remove: 'Bild entfernen', saved: 'Bild gespeichert' },
  bio: 'Über Sie',
  bioHint: 'Was Sie veröffentlichen, und für wen.',
  languages: 'Sprachen',
  topics: 'Themen',
  currency: 'Währung der Preise',
  rates: 'Preise',
  ratesHint: 'Was Sie für einen Inhalt verlangen. Lassen Sie leer, was Sie nicht anbieten.',
  rate: { post: 'Beitrag', story: 'Story', short_video: 'Kurzvideo', video: 'Video', article: 'Artikel' },
  work: 'Beispiele Ihrer Arbeit',
  workTitle: (place) => `Titel ${place}`,
  workUrl: (place) => `Adresse ${place}`,
  addWork: 'Beispiel hinzufügen',
  removeWork: (place) => `Beispiel ${place} entfernen`,
  isListed: 'Shops finden mich',
  isListedHint:
    'Shops und Administratoren sehen Name, Bild, Text, Land, Sprachen, Themen, Preise, Beispiele und Kanäle in ihrer Suche und können Sie einladen. Sie können das jederzeit beenden.',
  showsResults: 'Meine Ergebnisse in Stufen zeigen',
  showsResultsHint:
    'Zum Beispiel 1.000 bis 9.999 Klicks in 90 Tagen. Nur mit Ergebnissen bei mindestens drei Shops, und nur solange Shops Sie finden.',
  yes: 'Ja',
  no: 'Nein',
  save: 'Profil speichern',
  saved: 'Profil gespeichert',
  page: {
    title: 'Öffentliche Seite und Media-Kit',
    hint: 'Alle können dort Name, Bild, Text, Sprachen, Themen, Beispiele und bestätigte Kanäle lesen. Niemals Ihre E-Mail-Adresse, unbestätigte Kanäle oder Ergebnisse.',
    isPublic: 'Seite veröffentlichen',
    name: 'Name in der Adresse',
    nameHint: '3 bis 40 Kleinbuchstaben (a–z), Ziffern und Bindestriche, zum Beispiel anna-wandert',
    showsRates: 'Preise zeigen',
    save: 'Seite speichern',
    saved: 'Seite gespeichert',
    open: 'Seite öffnen',
    kit: 'Media-Kit öffnen (PDF)',
    notShown: 'Die Seite ist verborgen, solange das Konto gesperrt ist.',
  },
};
export default de;
