import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Spärrar',
  hint: 'Inget betalas ut för en spärrad butik, kreatör eller byrå. Klick, ordrar och fakturor fortsätter.',
  state: 'Status',
  states: { current: 'Spärrad', released: 'Hävd' },
  kind: 'Typ',
  kinds: { store: 'Butik', user: 'Kreatör', client: 'Byrå' },
  columns: { subject: 'Spärrad', reason: 'Skäl', since: 'Sedan', state: 'Status', action: 'Åtgärder' },
  releasedOn: (day) => `Hävd ${day}`,
  releasedBecause: (reason) => `Hävd: ${reason}`,
  empty: { title: 'Inga spärrar', hint: 'Spärra en butik, kreatör eller byrå medan du granskar den.' },
  nothingFound: { title: 'Inga spärrar matchar', hint: 'Välj en annan status.' },
  place: 'Spärra',
  placeTitle: 'Ny spärr',
  placeTitleOf: (name) => `Spärra ${name}?`,
  placeWords: {
    store: 'Inget som kommer från butiken betalas ut förrän spärren hävs.',
    user: 'Inget som kommer från kreatören betalas ut förrän spärren hävs. Det gäller även byråns andel.',
    client: 'Inget betalas ut till byrån förrän spärren hävs.',
  },
  placeHint: 'Sparas i granskningsloggen.',
  choose: 'Välj en butik, kreatör eller byrå.',
  placed: (name) => `${name} är spärrad.`,
  release: 'Häv',
  releaseLabel: (name) => `Häv spärren för ${name}`,
  releaseTitle: (name) => `Häva spärren för ${name}?`,
  releaseWords: 'Det som spärren stoppade kan betalas ut, utom belopp som väntar av något annat skäl.',
  released: (name) => `${name} är inte längre spärrad.`,
};
export default sv;
