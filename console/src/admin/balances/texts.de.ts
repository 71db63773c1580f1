import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Guthaben',
  hint: 'Was Creator und Agenturen verdient haben, was einbehalten wird und was ausgezahlt werden kann.',
  kind: 'Art',
  kinds: { creator: 'Creator', client: 'Agentur' },
  state: 'Status',
  states: { payable: 'Auszahlbar', held: 'Einbehalten', overpaid: 'Überzahlt' },
  payee: 'Name',
  empty: {
    title: 'Noch kein Guthaben',
    hint: 'Creator und Agenturen erscheinen hier, sobald sie etwas verdient haben.',
  },
  nothingFound: { title: 'Keine passenden Einträge', hint: 'Entfernen Sie einen Filter.' },
};

export default de;
