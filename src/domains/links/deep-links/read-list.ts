import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MOST_LINKS } from './translate-links.ts';

/** Most faults that are told at once. */
const MOST_FAULTS = 100;
/** As long as a URL may be that a link is made of. */
const LONGEST_URL = 4096;

/**
 * Reads the texts of a JSON array that came as text.
 * @throws InvalidInput on `links` when it is none, on `links.<n>` for each entry that is no text of 1 to 4096 characters
 */
export function readList(json: string): string[] {
  const list = parse(json);
  if (!Array.isArray(list)) throw new InvalidInput({ links: ['must be a JSON array of URLs'] });
  if (list.length > MOST_LINKS)
    throw new InvalidInput({ links: [`must hold at most 2,000 URLs, and holds ${list.length}`] });
  const faults = list.flatMap((entry, at) => {
    const fault = faultOf(entry);
    return fault === null ? [] : [[`links.${at}`, [fault]] as [string, string[]]];
  });
  if (faults.length > 0) throw new InvalidInput(Object.fromEntries(faults.slice(0, MOST_FAULTS)));
  return list;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidInput({ links: [`must be a JSON array of URLs: ${reason}`] });
  }
}

function faultOf(entry: unknown): string | null {
  if (typeof entry !== 'string') return 'must be a text';
  if (entry === '') return 'must not be empty';
  return entry.length > LONGEST_URL ? `must be at most ${LONGEST_URL} characters` : null;
}
