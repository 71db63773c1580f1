import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Produktflöde',
  hint: 'Låt kreatörer söka bland dina produkter och länka till dem. Det räcker med ett flöde för Google Merchant Center.',
  form: {
    title: 'Flöde',
    hint: 'Adressen där din butik publicerar sitt flöde. Länkarna i det måste leda till dina domäner, och priserna måste vara i din valuta.',
    url: 'Flödets URL',
    placeholder: 'https://www.din-butik.example/feeds/google.xml',
    columns: 'Kolumner',
    columnsHint:
      'Endast för tabeller vars kolumner heter något annat än hos Google, Awin eller Tradedoubler. En rad för varje: attribut = kolumn.',
    format: 'Format',
    formats: { xml: 'XML (RSS eller Atom)', csv: 'CSV', tsv: 'TSV (tabbavgränsat)' },
    schedule: 'Schema',
    schedules: {
      manual: 'Bara på begäran',
      hourly: 'Varje timme',
      every_6_hours: 'Var sjätte timme',
      daily: 'Varje dag',
      weekly: 'Varje vecka',
    },
    save: 'Spara flödet',
    saved: 'Flödet är sparat',
    remove: 'Ta bort flödet',
    removed: 'Flödet är borttaget',
    removeWords: 'Kreatörer hittar inte längre dina produkter. Deras länkar till dina sidor finns kvar.',
    products: (count) => `${count} produkter i kreatörernas sökning`,
    next: (when) => `Nästa körning ${when}`,
  },
  run: {
    now: 'Kör nu',
    started: 'Körningen börjar inom några sekunder',
    upload: 'Ladda upp fil',
    uploaded: 'Filen är uppladdad och läses inom några sekunder',
  },
  runs: {
    title: 'Körningar',
    hint: 'En vara med fel utelämnas. Om ett flöde inte går att läsa lämnas dina produkter som de är.',
    empty: { title: 'Inga körningar än', hint: 'Spara ett flödes URL eller ladda upp en fil.' },
    columns: {
      started: 'Startad',
      source: 'Källa',
      state: 'Resultat',
      items: 'Varor',
      changes: 'Ändringar',
      refused: 'Fel',
    },
    sources: { schedule: 'Schema', request: 'Begäran', upload: 'Uppladdning', removal: 'Borttagning' },
    states: {
      waiting: 'Väntar',
      running: 'Pågår',
      done: 'Slutförd',
      unchanged: 'Inga ändringar',
      failed: 'Misslyckad',
    },
    changes: (created, changed, gone) => `${created} nya, ${changed} ändrade, ${gone} borta`,
    show: (count) => `Visa ${count}`,
  },
  errors: {
    title: 'Körningens fel',
    hint: 'De första 100 felen.',
    columns: { line: 'Rad', product: 'Produkt', field: 'Fält', message: 'Fel' },
    none: 'Inga fel',
    whole: 'Hela varan',
  },
};
export default sv;
