import type { en } from './texts.en.ts';

const de: typeof en = {
  progress: (done: number, all: number) => `${done} von ${all} erledigt`,
  done: '(erledigt)',
  change: 'Ändern',
  changeOf: (step: string) => `Ändern: ${step}`,
  payee: {
    details: {
      title: 'Angaben zum Zahlungsempfänger ergänzen',
      hint: 'Der rechtliche Name und die Anschrift auf Abrechnungen und Zahlungen.',
      go: 'Angaben ergänzen',
    },
    account: {
      title: 'Auszahlungskonto hinzufügen',
      hint: 'Ihr Verdienst wird darauf ausgezahlt.',
      go: 'Konto hinzufügen',
    },
    consent: {
      title: 'Dem Gutschriftverfahren zustimmen',
      hint: 'Die Plattform stellt Ihre Abrechnungen für Sie aus. Ohne Ihre Zustimmung wird nichts ausgezahlt.',
      go: 'Lesen und zustimmen',
    },
  },
};

export default de;
