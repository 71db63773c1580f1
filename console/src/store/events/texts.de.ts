import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Leads und andere Ereignisse',
  hint: 'Wofür Sie neben Bestellungen zahlen, und was aus den Klicks wurde.',
  kinds: 'Arten und Beträge',
  kind: 'Art',
  event: 'Ereignis',
  titleOf: (number) => `Ereignis ${number}`,
  choose: (number) => `Ereignis ${number} auswählen`,
  costOf: (number) => `die Kosten des Ereignisses ${number}`,
  none: {
    title: 'Keine Ereignisse in diesem Zeitraum',
    hint: 'Benennen Sie, wofür Sie zahlen, etwa Leads, und melden Sie jedes Ereignis von Ihrem Server.',
  },
  nothingFound: {
    title: 'Keine passenden Ereignisse',
    hint: 'Wählen Sie einen anderen Zeitraum oder entfernen Sie einen Filter.',
  },
  funnel: {
    title: 'Vom Klick zur Bestellung',
    clicks: 'Klicks',
    orders: 'Bestellungen',
    ofClicks: (share) => `${share} der Klicks`,
    decided: (approved, denied) => `${approved} bestätigt, ${denied} abgelehnt`,
    creators: 'Nach Creator',
    creator: 'Creator',
    cost: 'Kosten der Ereignisse',
    none: { title: 'Kein Creator hat in diesem Zeitraum ein Ereignis' },
  },
};

export default de;
