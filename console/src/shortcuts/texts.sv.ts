import type { en } from './texts.en.ts';

const sv: typeof en = {
  keys: { space: 'Blanksteg', enter: 'Retur', home: 'Home', end: 'End' },
  everywhere: {
    title: 'Överallt',
    palette: 'Hitta en sida eller en post och gå dit',
    search: 'Sök i sidans lista',
    help: 'Visa den här översikten',
    close: 'Stäng en dialogruta eller meny',
  },
  palette: {
    title: 'Sök och gå till',
    move: 'Nästa eller föregående resultat',
    open: 'Öppna resultatet',
  },
  table: {
    title: 'Listor',
    move: 'Samma kontroll på nästa eller föregående rad',
    ends: 'Sidans första eller sista rad',
    open: 'Öppna länken eller använd knappen',
    select: 'Välj raden',
    range: 'Välj alla rader från den senast valda (även Skift och klick)',
  },
  goTo: 'Gå till en sida',
  single: 'Använd ?, / och G som kortkommandon',
  singleHint: 'Stäng av detta om talinmatning eller ett annat program skriver dessa tecken.',
};

export default sv;
