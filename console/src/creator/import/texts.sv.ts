import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Importera länkar',
  hint: 'Skapa länkar från en fil från en annan plattform: en export från Dub, eller en lista med dina spårningslänkar hos Awin, Adtraction eller Tradedoubler.',
  back: 'Mina länkar',
  file: {
    title: 'Fil',
    hint: (rows) =>
      `CSV eller XLSX, med en rubrikrad och högst ${rows} rader. Inget skapas innan du har sett förhandsgranskningen.`,
    column: 'Kolumn med adressen',
    columnHint: 'Bara om den inte känns igen.',
    select: 'Välj fil',
  },
  preview: {
    title: (file) => `Förhandsgranskning av ${file}`,
    done: (file) => `Import av ${file}`,
    read: (columns) => `Kolumner som läses: ${columns}`,
    import: (count) => `Skapa ${count} länkar`,
    nothing: 'Filen innehåller inga nya länkar.',
    imported: 'Länkarna är skapade',
    row: 'Rad',
    outcome: 'Resultat',
    page: 'Sida',
    link: 'Länk',
    empty: 'Inga rader',
  },
  outcomes: { new: 'Ny', existing: 'Du har den redan', repeated: 'Upprepad i filen', refused: 'Avvisad' },
  counts: (one) => `${one.new} nya, ${one.existing} befintliga, ${one.repeated} upprepade, ${one.refused} avvisade`,
};
export default sv;
