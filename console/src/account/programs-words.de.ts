import type { en } from './programs-words.en.ts';

const de: typeof en = {
  title: 'Zugelassene Programme',
  hint: 'Programme wie Assistenten, denen Sie erlaubt haben, für Sie zu handeln. Keines davon kann Zahlungen, Schlüssel oder Teammitglieder sehen oder ändern. Erlaubnisse enden auch, wenn Sie alle anderen Sitzungen abmelden.',
  table: 'Ihre zugelassenen Programme',
  name: 'Name',
  unnamed: 'Ohne Namen',
  host: 'Wo es läuft',
  local: 'Auf Ihrem Computer',
  scopes: 'Berechtigungen',
  scopeNames: { read: 'Lesen', links: 'Links', campaigns: 'Kampagnen' },
  used: 'Zuletzt verwendet',
  never: 'Nie',
  expires: 'Läuft ab',
  end: 'Beenden',
  endOf: (name: string) => `Erlaubnis von ${name} beenden`,
  ended: 'Erlaubnis beendet.',
  empty: 'Keine Programme',
  emptyHint: 'Verbinden Sie einen Assistenten mit der Adresse unten.',
  address: 'Adresse für Assistenten',
};
export default de;
