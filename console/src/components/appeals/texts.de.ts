import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Einspruch',
  hint: 'Creator, Shop und Administratoren sehen diesen Verlauf. Ein Einspruch ändert für sich allein keinen Betrag.',
  open: 'Einspruch einlegen',
  reason: 'Warum sind Sie nicht einverstanden?',
  opened: 'Der Einspruch wurde eingelegt',
  states: { open: 'Offen', upheld: 'Stattgegeben', dismissed: 'Zurückgewiesen' },
  say: 'Kommentar',
  send: 'Senden',
  you: 'Sie',
  system: 'Automatisch',
  moved: (to: string) => `Einspruch abgeschlossen: ${to}`,
  close: 'Einspruch abschließen',
  uphold: 'Stattgeben',
  dismiss: 'Zurückweisen',
  closeWords:
    'Die Begründung wird zum letzten Kommentar. Bestätigen Sie die Bestellung oder machen Sie die Stornierung gesondert rückgängig.',
  closeHint: 'Alle Beteiligten lesen sie.',
  closed: 'Der Einspruch ist abgeschlossen',
};

export default de;
