import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Einstellungen',
  hint: 'Einstellungen des Marktplatzes. Änderungen gelten sofort.',
  save: 'Einstellungen speichern',
  saved: 'Einstellungen gespeichert.',
  fields: {
    registration: 'Registrierung von Shops',
    registrationHint: 'Wer einen Shop registrieren kann.',
    registrations: {
      closed: 'Nur Administratoren',
      approval: 'Alle, mit Freigabe durch einen Administrator',
      open: 'Alle, ohne Freigabe',
    },
    credit: 'Kreditlimit (EUR)',
    creditHint: 'Unbezahlte Kosten, die ein Shop ohne eigenes Limit haben darf.',
    verified: 'Kreditlimit mit verifizierter Zahlungsart (EUR)',
    verifiedHint: 'Gilt, sobald der Zahlungsdienst die Zahlungsart verifiziert hat.',
    storeDaily: 'Vergütete Klicks je Netzwerk, Shop und Tag',
    creatorDaily: 'Vergütete Klicks je Netzwerk, Creator und Tag',
    minute: 'Vergütete Klicks je Netzwerk und Minute',
    networkHint: 'Weitere Klicks werden als Besuche gezählt und nicht vergütet.',
  },
};

export default de;
