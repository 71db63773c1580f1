import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Saldon',
  hint: 'Vad kreatörer och byråer har tjänat in, vad som väntar och vad som kan betalas ut.',
  kind: 'Typ',
  kinds: { creator: 'Kreatör', client: 'Byrå' },
  state: 'Status',
  states: { payable: 'Utbetalningsbart', held: 'Väntande', overpaid: 'För mycket utbetalt' },
  payee: 'Namn',
  empty: { title: 'Inga saldon än', hint: 'Kreatörer och byråer visas här när de har tjänat in något.' },
  nothingFound: { title: 'Inga saldon matchar', hint: 'Ta bort ett filter.' },
};
export default sv;
