import { CsvError, parse } from 'csv-parse/sync';
import { type Quote, quoted, UnreadableRates } from './rates-file.ts';

/** The ECB's mark for a missing rate. */
const NO_RATE = 'N/A';

type Line = { record: string[]; info: { lines: number } };

/**
 * Reads `eurofxref.csv` or `eurofxref-hist.csv`: a header line with `Date` and currencies, then one line per day.
 * Lines may end with a comma.
 * @throws UnreadableRates when the text is not such a table
 */
export function readCsv(text: string): Quote[] {
  const [header, ...days] = cells(text);
  const [first, ...currencies] = header?.cells ?? [];
  if (first !== 'Date' || currencies.length === 0) {
    throw new UnreadableRates([{ line: header?.line ?? 1, says: 'does not begin with Date and currencies' }]);
  }
  const faults = days
    .filter((day) => day.cells.length !== currencies.length + 1)
    .map((day) => ({
      line: day.line,
      says: `has ${day.cells.length} cells where the header has ${currencies.length + 1}`,
    }));
  const twice = currencies.find((currency, at) => currencies.indexOf(currency) !== at);
  if (twice !== undefined) faults.unshift({ line: header!.line, says: `names ${quoted(twice)} twice` });
  if (faults.length > 0) throw new UnreadableRates(faults);
  return days.flatMap(({ line, cells: [day = '', ...rates] }) =>
    currencies.flatMap((currency, at) => {
      const rate = rates[at]!;
      return rate === NO_RATE ? [] : { line, day, currency, rate };
    }),
  );
}

function cells(text: string): { line: number; cells: string[] }[] {
  try {
    const lines: Line[] = parse(text, {
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
    }) as never;
    return lines.map(({ record, info }) => ({
      line: info.lines,
      cells: record.at(-1) === '' ? record.slice(0, -1) : record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableRates([{ line: Number(error['lines'] ?? 1), says: 'is no line of a CSV file' }]);
  }
}
