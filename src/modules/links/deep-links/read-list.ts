import { InvalidInput } from '../../../platform/errors/errors.ts';
import { MAX_LINKS } from './translate-links.ts';

/** Maximum number of reported errors. */
const MAX_FAULTS = 100;
/** Maximum length of a URL for a link. */
const LONGEST_URL = 4096;

/**
 * Parses a JSON array of texts that arrived as text.
 * @throws InvalidInput on `links` when it is not such an array, on `links.<n>` for each entry that is not a text of
 * 1 to 4096 characters
 */
export function readList(json: string): string[] {
  const list = parse(json);
  if (!Array.isArray(list)) throw new InvalidInput({ links: ['must be a JSON array of URLs'] });
  if (list.length > MAX_LINKS)
    throw new InvalidInput({ links: [`must hold at most 2,000 URLs, and holds ${list.length}`] });
  const faults = list.flatMap((entry, at) => {
    const fault = faultOf(entry);
    return fault === null ? [] : [[`links.${at}`, [fault]] as [string, string[]]];
  });
  if (faults.length > 0) throw new InvalidInput(Object.fromEntries(faults.slice(0, MAX_FAULTS)));
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
