import type { en } from './texts.en.ts';

const de: typeof en = {
  gift: 'Geschenk',
  yours: 'Sie erhalten:',
  chooses: (number) => (number === 1 ? 'Sie wählen eines davon:' : `Sie wählen ${number} davon:`),
  credit: (value) => `${value} zum Einkaufen im Shop`,
  yourCode: 'Ihr Code',
  parcel: 'Sendung',
  sent: (day) => `Gesendet am ${day}.`,
  itself: (day) => `Gilt am ${day} als erhalten, wenn Sie nicht mitteilen, dass sie nicht angekommen ist.`,
  received: (day) => `Erhalten am ${day}.`,
  notArrived: 'Nicht angekommen',
  notArrivedText: 'Was ist geschehen?',
  tellStore: 'Dem Shop mitteilen',
  told: 'Der Shop weiß Bescheid.',
  missing: (day) => `Am ${day} als nicht angekommen gemeldet.`,
  all: 'Alles, was Sie in diesem Jahr erhalten haben',
  worth: (value) => `im Wert von ${value}`,
  upTo: (value) => `im Wert von bis zu ${value}`,
};
export default de;
