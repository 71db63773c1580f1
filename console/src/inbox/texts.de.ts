import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Benachrichtigungen',
  hint: 'Was Sie betrifft, das Neueste zuerst. Benachrichtigungen werden 180 Tage aufbewahrt. Unter der Liste wählen Sie, welche Sie auch per E-Mail erhalten.',
  list: 'Ihre Benachrichtigungen',
  unreadOnly: 'Nur ungelesene',
  markAll: 'Alle als gelesen markieren',
  markRead: (title: string) => `Als gelesen markieren: ${title}`,
  markUnread: (title: string) => `Als ungelesen markieren: ${title}`,
  read: 'Als gelesen markieren',
  unread: 'Als ungelesen markieren',
  isNew: 'Neu',
  empty: 'Keine Benachrichtigungen',
  emptyHint: 'Hier erscheint Neues zu Kampagnen, Bestellungen, Zahlungen und Ihrem Konto.',
  settings: {
    title: 'E-Mail',
    hint: 'Wählen Sie aus, was Sie sofort per E-Mail erhalten. Hier wird immer alles aufgelistet.',
    kinds: {
      campaigns: 'Kampagnen: Einladungen, Entscheidungen und geänderte Bedingungen',
      messages: 'Nachrichten in Unterhaltungen',
      orders: 'Bestellungen, die eine Entscheidung brauchen',
      statements: 'Abrechnungen und Rechnungen',
      payments: 'Zahlungen',
      limits: 'Limits von Kampagnen und Kreditlimit',
      service: 'Freigabe des Shops, Webhooks und Daten',
      reports: 'Geplante Berichte',
      security: 'Sicherheit Ihres Kontos (immer eingeschaltet)',
    },
    digest: 'Wöchentliche Zusammenfassung dessen, was nicht per E-Mail kam und ungelesen ist',
    language: 'Sprache von E-Mails und Benachrichtigungen',
    languages: { en: 'English', sv: 'Svenska', de: 'Deutsch' },
    save: 'Speichern',
    saved: 'Einstellungen gespeichert.',
  },
};

export default de;
