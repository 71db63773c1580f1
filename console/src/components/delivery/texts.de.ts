import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Lieferung',
  own: (store: string, days: number) =>
    `Nur Mitglieder von ${store} sehen diese Angaben, bis Sie das Produkt erhalten haben. Sie werden ${days} Tage danach oder nach dem Ende der Kampagne oder Ihrer Teilnahme gelöscht.`,
  until: (day: string) => `Wird spätestens am ${day} gelöscht.`,
  recipient: 'Empfänger',
  street: 'Straße und Hausnummer',
  postalCode: 'Postleitzahl',
  city: 'Ort',
  country: 'Land',
  phone: 'Telefon',
  size: 'Größe',
  colour: 'Farbe',
  product: (number: number) => `Produkt ${number}`,
  options: (number: number) => `Größe und Farbe von Produkt ${number}`,
  note: 'Hinweis an den Shop',
  save: 'Lieferangaben speichern',
  saved: 'Lieferangaben gespeichert.',
  remove: 'Lieferangaben löschen',
  removeText: 'Der Shop sieht sie nicht mehr.',
  removed: 'Lieferangaben gelöscht.',
  keep: 'Behalten',
  none: 'Der Creator hat noch keine Adresse gespeichert. Fragen Sie per Nachricht danach.',
  membersOnly: 'Nur Mitglieder des Shops sehen die Lieferangaben.',
};
export default de;
