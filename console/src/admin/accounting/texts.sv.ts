import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Bokföring',
  hint: 'Bokföringsposter för stängda månader till ert bokföringssystem, som filer som andra system läser, med varje kontos rörelser och saldo.',
  month: 'Månad',
  empty: { title: 'Inga stängda månader än', hint: 'Export är möjlig när en månad är stängd.' },
  exports: 'Export',
  exportsHint: 'För varje export måste du bekräfta din identitet. Den sparas i granskningsloggen med sin SHA-256.',
  formats: {
    sie: 'SIE 4, för svenska bokföringssystem',
    datev: 'DATEV, för tyska och österrikiska bokföringssystem',
    csv: 'CSV, en rad per kontering',
  },
  short: { sie: 'SIE', datev: 'DATEV', csv: 'CSV' },
  download: (format) => `Ladda ner ${format}`,
  downloaded: (name) => `${name} är nedladdad. Kontrollsumman stämmer.`,
  wrong: 'Den nedladdade filen har inte den kontrollsumma som servern angav. Använd den inte.',
  omitted: (currencies: string) =>
    `Det finns ingen växelkurs för ${currencies}. Inget i dessa valutor finns i bokföringen och filerna förrän kurser har lästs in (kommandot load-rates).`,
  balance: 'Råbalans',
  balanceHint: (debit, credit) => `Debet ${debit}, kredit ${credit}.`,
  noPostings: { title: 'Inga konteringar', hint: 'Inget bokfördes den här månaden.' },
  columns: { account: 'Konto', opening: 'Ingående', debit: 'Debet', credit: 'Kredit', closing: 'Utgående' },
};
export default sv;
