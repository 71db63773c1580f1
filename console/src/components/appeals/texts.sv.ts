import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Överklagande',
  hint: 'Kreatören, butiken och administratörerna ser den här konversationen. Ett överklagande ändrar inga belopp i sig.',
  open: 'Överklaga',
  reason: 'Varför håller du inte med?',
  opened: 'Överklagandet är öppet',
  states: { open: 'Öppet', upheld: 'Bifallet', dismissed: 'Avslaget' },
  say: 'Kommentar',
  send: 'Skicka',
  you: 'Du',
  system: 'Systemet',
  moved: (to) => `avslutade överklagandet: ${to}`,
  close: 'Avsluta överklagandet',
  uphold: 'Bifall',
  dismiss: 'Avslå',
  closeWords: 'Skälet blir den sista kommentaren. Godkänn ordern eller ångra makuleringen separat.',
  closeHint: 'Alla i konversationen läser det.',
  closed: 'Överklagandet är avslutat',
};
export default sv;
