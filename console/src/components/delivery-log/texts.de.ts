import type { en } from './texts.en.ts';

const de: typeof en = {
  noDeliveries: { title: 'Noch keine Zustellungen', hint: 'Hier erscheinen die Ereignisse der letzten 30 Tage.' },
  event: 'Ereignis',
  at: 'Zeitpunkt',
  status: 'Status',
  statuses: { pending: 'Wartet', delivered: 'Zugestellt', failed: 'Aufgegeben' },
  reply: 'Letzte Antwort',
  noReply: 'Keine',
  replay: 'Erneut senden',
  replayLabel: (event: string, at: string) => `Erneut senden: ${event}, ${at}`,
  replayed: 'Das Ereignis wird erneut gesendet',
  range: {
    label: 'Alle Ereignisse erneut senden seit',
    action: 'Erneut senden',
    actionLabel: (url: string) => `Erneut senden: alle Ereignisse an ${url}`,
    done: (count: string) => `Erneut gesendete Ereignisse: ${count}`,
  },
  rotation: {
    action: 'Neuer Signaturschlüssel',
    actionLabel: (url: string) => `Neuer Signaturschlüssel für ${url}`,
    title: 'Diesem Webhook einen neuen Signaturschlüssel geben?',
    words:
      'Ereignisse werden 24 Stunden lang mit beiden Schlüsseln signiert. Stellen Sie den Empfänger in dieser Zeit um.',
    done: 'Kopieren Sie jetzt den neuen Signaturschlüssel: Er wird nur einmal angezeigt.',
  },
  attempt: {
    title: 'Letzte Anfrage und Antwort',
    none: 'Es wurde noch nichts gesendet.',
    request: 'Anfrage',
    reply: 'Antwort',
  },
};
export default de;
