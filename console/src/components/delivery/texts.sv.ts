import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Leverans',
  own: (store, days) =>
    `Bara medlemmar i ${store} ser uppgifterna, tills du har tagit emot produkten. De raderas ${days} dagar efter det, eller efter att kampanjen eller ditt deltagande har avslutats.`,
  until: (day) => `Raderas senast ${day}.`,
  recipient: 'Mottagare',
  street: 'Gata och nummer',
  postalCode: 'Postnummer',
  city: 'Ort',
  country: 'Land',
  phone: 'Telefon',
  size: 'Storlek',
  colour: 'Färg',
  product: (number) => `Produkt ${number}`,
  options: (number) => `Storlek och färg för produkt ${number}`,
  note: 'Meddelande till butiken',
  save: 'Spara leveransuppgifter',
  saved: 'Leveransuppgifterna har sparats.',
  remove: 'Radera leveransuppgifter',
  removeText: 'Butiken ser dem inte längre.',
  removed: 'Leveransuppgifterna har raderats.',
  keep: 'Behåll',
  none: 'Kreatören har inte sparat någon adress än. Fråga efter den i meddelandena.',
  membersOnly: 'Bara butikens medlemmar ser leveransuppgifterna.',
};
export default sv;
