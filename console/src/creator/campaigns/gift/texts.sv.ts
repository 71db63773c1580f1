import type { en } from './texts.en.ts';

const sv: typeof en = {
  gift: 'Gåva',
  yours: 'Du får:',
  chooses: (number) => (number === 1 ? 'Du väljer en av dessa:' : `Du väljer ${number} av dessa:`),
  credit: (value) => `${value} att handla för i butiken`,
  yourCode: 'Din kod',
  parcel: 'Paket',
  sent: (day) => `Skickades ${day}.`,
  itself: (day) => `Räknas som mottaget ${day}, om du inte säger att det inte har kommit fram.`,
  received: (day) => `Mottaget ${day}.`,
  notArrived: 'Det har inte kommit fram',
  notArrivedText: 'Vad har hänt?',
  tellStore: 'Meddela butiken',
  told: 'Butiken har fått veta det.',
  missing: (day) => `Anmält som ej framkommet ${day}.`,
  all: 'Allt som du har fått i år',
  worth: (value) => `värd ${value}`,
  upTo: (value) => `värd upp till ${value}`,
};
export default sv;
