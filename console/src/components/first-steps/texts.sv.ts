import type { en } from './texts.en.ts';

const sv: typeof en = {
  progress: (done: number, all: number) => `${done} av ${all} klara`,
  done: '(klart)',
  change: 'Ändra',
  changeOf: (step) => `Ändra: ${step}`,
  payee: {
    details: {
      title: 'Fyll i dina betalningsuppgifter',
      hint: 'Det juridiska namnet och adressen på avräkningar och betalningar.',
      go: 'Fyll i uppgifter',
    },
    account: {
      title: 'Lägg till ett utbetalningskonto',
      hint: 'Dina intäkter betalas ut till det.',
      go: 'Lägg till konto',
    },
    consent: {
      title: 'Godkänn självfakturering',
      hint: 'Plattformen utfärdar dina avräkningar åt dig. Utan ditt godkännande betalas inget ut.',
      go: 'Läs och godkänn',
    },
  },
};

export default sv;
