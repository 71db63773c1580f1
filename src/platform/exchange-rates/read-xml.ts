import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type Fault, type Quote, UnreadableRates } from './rates-file.ts';

/** An element of the ECB's files: an envelope of cubes, with days and rates. */
interface Cube {
  '@time'?: string;
  '@currency'?: string;
  '@rate'?: string;
  Cube?: Cube[];
}

const PLACE = XMLParser.getMetaDataSymbol() as unknown as symbol;

/**
 * Reads `eurofxref-daily.xml` or `eurofxref-hist.xml`. Entities are not expanded, and a document type is refused.
 * @throws UnreadableRates when the text is not such a document
 */
export function readXml(given: string): Quote[] {
  // The parser counts only lines that end with a line feed.
  const text = given.replace(/\r\n?/g, '\n');
  const lineOf = lineFinder(text);
  const doctype = text.search(/<!DOCTYPE/i);
  if (doctype >= 0) throw new UnreadableRates([{ line: lineOf(doctype), says: 'has a document type' }]);
  const wellFormed = XMLValidator.validate(text);
  if (wellFormed !== true) {
    throw new UnreadableRates([{ line: wellFormed.err.line, says: `is no XML (${wellFormed.err.msg})` }]);
  }
  const { Envelope: envelope } = parser().parse(text) as { Envelope?: { Cube?: Cube[] } };
  const days = envelope?.Cube?.flatMap((cube) => cube.Cube ?? []) ?? [];
  if (days.length === 0) throw new UnreadableRates([{ line: 1, says: 'is no Envelope with Cubes of days' }]);
  const faults: Fault[] = [];
  const quotes = days.flatMap((cube) => quotesOf(cube, (node) => lineOf(startOf(node)), faults));
  if (faults.length > 0) throw new UnreadableRates(faults);
  return quotes;
}

function quotesOf(dayCube: Cube, lineOf: (cube: Cube) => number, faults: Fault[]): Quote[] {
  const { '@time': day, Cube: rates = [] } = dayCube;
  if (day === undefined || rates.length === 0) {
    faults.push({ line: lineOf(dayCube), says: 'is no Cube with a time and rates' });
    return [];
  }
  return rates.flatMap((cube) => {
    const { '@currency': currency, '@rate': rate } = cube;
    if (currency !== undefined && rate !== undefined) return { line: lineOf(cube), day, currency, rate };
    faults.push({ line: lineOf(cube), says: 'is no Cube with a currency and a rate' });
    return [];
  });
}

const parser = () =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    processEntities: false,
    captureMetaData: true,
    isArray: (name) => name === 'Cube',
  });

const startOf = (cube: Cube) => (cube as Record<symbol, { startIndex?: number } | undefined>)[PLACE]?.startIndex ?? 0;

/**
 * Returns a function that finds the line number of an offset. Increasing offsets are found without counting from the
 * start.
 */
function lineFinder(text: string): (at: number) => number {
  let [line, counted] = [1, 0];
  return (at) => {
    if (at < counted) [line, counted] = [1, 0];
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line += 1;
      counted = next + 1;
    }
    return line;
  };
}
