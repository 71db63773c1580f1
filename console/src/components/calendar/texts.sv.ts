import type { en } from './texts.en.ts';

const sv: typeof en = {
  days: (count) => (count === 1 ? '1 dag' : `${count} dagar`),
  today: 'I dag',
  thisMonth: 'Denna månad',
  lastMonth: 'Förra månaden',
  thisQuarter: 'Detta kvartal',
  thisYear: 'I år',
  allTime: 'Hela tiden',
  from: 'Från',
  to: 'Till',
  show: 'Visa',
  missing: 'Välj båda datumen.',
  reversedRange: 'Slutdatumet är före startdatumet.',
  early: (day) => `Det finns inga data före ${day}.`,
  long: (most, chosen) => `Välj högst ${most} dagar. Den valda perioden är ${chosen}.`,
  earlier: 'Föregående månad',
  later: 'Nästa månad',
  unreadable: (example) => `Ange datum som ${example}.`,
  dayLike: (example) => `Ange ett datum som ${example}.`,
  open: 'Öppna kalendern',
};

export default sv;
