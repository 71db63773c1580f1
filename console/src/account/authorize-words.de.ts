import type { en } from './authorize-words.en.ts';

const de: typeof en = {
  title: 'Einem Programm erlauben, für Sie zu handeln?',
  hint: 'Ein Programm auf Ihrem Computer möchte Ihr Konto verwenden. Erlauben Sie es nur, wenn Sie es gerade selbst gestartet haben.',
  incomplete: 'Diese Adresse ist unvollständig. Beginnen Sie im Programm von vorn.',
  named: (name: string) => `Ein Programm, das sich „${name}“ nennt, möchte in Ihrem Namen handeln.`,
  unnamed: 'Ein Programm ohne Namen möchte in Ihrem Namen handeln.',
  unverified:
    'Niemand hat diesen Namen geprüft. Fahren Sie nur fort, wenn Sie das Programm gerade selbst gestartet haben. Der Marktplatz bittet Sie nie, ein Programm zuzulassen.',
  returns: 'Wo es läuft',
  local: 'Ein Programm auf diesem Computer',
  may: 'Was es darf',
  scopes: {
    read: 'Lesen, was Sie sehen können: Links, Klicks, Bestellungen, Kampagnen und Statistiken',
    links: 'Links anlegen und ändern, nachdem Sie jede Änderung bestätigt haben',
    campaigns: 'Kommentare in Kampagnen schreiben, nachdem Sie jeden bestätigt haben',
  },
  never: 'Was es nie kann',
  neverText:
    'Auszahlungen, Zahlungen, Bankkonten oder Rechnungen sehen oder ändern, Preise festlegen oder an Passwörter, Schlüssel, Teammitglieder oder das Konto gelangen.',
  ends: 'Die Erlaubnis endet nach 90 Tagen, wenn Sie Ihr Passwort ändern, wenn Sie sich überall abmelden oder wenn Sie sie in Ihrem Konto beenden.',
  permit: 'Erlauben',
  refuse: 'Ablehnen',
  cannot: 'Diese Anfrage kann nicht erlaubt werden, weil das Programm einen Fehler gemacht hat.',
  back: 'Zurück zum Programm',
};
export default de;
