import type { en } from './programs-words.en.ts';

const sv: typeof en = {
  title: 'Tillåtna program',
  hint: 'Program, till exempel assistenter, som du har tillåtit att agera för dig. Inget av dem kan se eller ändra betalningar, nycklar eller teammedlemmar. Tillåtelser upphör också när du loggar ut alla andra sessioner.',
  table: 'Dina tillåtna program',
  name: 'Namn',
  unnamed: 'Utan namn',
  host: 'Var det körs',
  local: 'På din dator',
  scopes: 'Behörigheter',
  scopeNames: { read: 'Läsning', links: 'Länkar', campaigns: 'Kampanjer' },
  used: 'Senast använd',
  never: 'Aldrig',
  expires: 'Går ut',
  end: 'Avsluta',
  endOf: (name) => `Avsluta tillåtelsen för ${name}`,
  ended: 'Tillåtelsen är avslutad.',
  empty: 'Inga program',
  emptyHint: 'Anslut en assistent med adressen nedan.',
  address: 'Adress för assistenter',
};
export default sv;
