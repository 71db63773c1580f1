import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Audit-Log',
  hint: {
    admin: 'Sensible Aktionen auf dem Marktplatz, die neuesten zuerst.',
    store: 'Sensible Aktionen in diesem Shop, die neuesten zuerst.',
  },
  action: 'Aktion',
  actionHint: 'Zum Beispiel token.created',
  actor: 'Benutzer-ID',
  subject: 'Gegenstand',
  from: 'Von',
  to: 'Bis',
  search: 'Anwenden',
  columns: { at: 'Zeitpunkt', actor: 'Durch', action: 'Aktion', subject: 'Gegenstand', details: 'Einzelheiten' },
  system: 'System',
  storeKey: (name: string) => `API-Schlüssel „${name}“`,
  subjects: {
    user: 'Benutzer',
    store: 'Shop',
    client: 'Agentur',
    token: 'Token',
    offer: 'Kampagne',
    order: 'Bestellung',
    invoice: 'Rechnung',
    period: 'Monat',
  },
  empty: { title: 'Keine Einträge', hint: 'Ändern Sie die Filter.' },
};

export default de;
