import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Mahnungen',
  hint: 'Unbezahlte Rechnungen von Shops: welche Mahnungen gesendet wurden, wann die nächste folgt und welche Shops keinen Kredit haben. Der Zeitplan steht in der Konfiguration des Servers.',
  list: 'Unbezahlte Rechnungen',
  state: 'Status',
  states: { waiting: 'Mahnung geplant', blocked: 'Kreditlimit null', paused: 'Pausiert' },
  empty: { title: 'Keine unbezahlten Rechnungen', hint: 'Alle Rechnungen an Shops sind bezahlt.' },
  nothingFound: { title: 'Keine passenden Rechnungen', hint: 'Wählen Sie einen anderen Status.' },
  columns: {
    invoice: 'Rechnung',
    due: 'Fällig',
    amount: 'Betrag',
    sent: 'Gesendete Mahnungen',
    next: 'Nächste Mahnung',
    action: 'Aktion',
  },
  none: 'Keine',
  sent: (count: string, last: string) => `${count}, zuletzt ${last}`,
  noNext: 'Keine',
  last: 'Letzte Mahnung: Das Kreditlimit wird null',
  blocked: 'Kreditlimit ist null',
  pausedUntil: (day: string) => `Pausiert bis ${day}`,
  pause: 'Pausieren',
  pauseOf: (number: string) => `Mahnungen zu ${number} pausieren`,
  pauseTitle: (number: string) => `Mahnungen zu ${number} pausieren?`,
  pauseWords: 'Bis einschließlich des gewählten Tages wird nichts gesendet, und der Shop behält sein Kreditlimit.',
  until: 'Pausiert bis einschließlich',
  paused: 'Mahnungen pausiert.',
  resume: 'Pause beenden',
  resumeOf: (number: string) => `Pause beenden: ${number}`,
  resumeTitle: (number: string) => `Pause von ${number} beenden?`,
  resumeWords: 'Mahnungen werden wieder gesendet. Wenn die letzte bereits gesendet wurde, ist das Kreditlimit null.',
  resumed: 'Pause beendet.',
};

export default de;
