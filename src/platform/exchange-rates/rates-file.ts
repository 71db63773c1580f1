/** One rate as a file says it, not yet checked. */
export interface Quote {
  /** Line of the file, from 1. */
  line: number;
  /** A day in one of the forms that the ECB writes. */
  day: string;
  currency: string;
  rate: string;
}

/** What is wrong in a file, and on which of its lines. */
export interface Fault {
  line: number;
  says: string;
}

const MOST_FAULTS = 10;

/** A file of rates cannot be read as a whole, so that nothing of it is loaded. The message names the lines. */
export class UnreadableRates extends Error {
  constructor(faults: readonly Fault[]) {
    const named = faults.slice(0, MOST_FAULTS).map(({ line, says }) => `Line ${line}: ${says}.`);
    const rest = faults.length - named.length;
    super(['No rate was loaded.', ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n'));
  }
}

/** A text of the file as a message quotes it. */
export const quoted = (text: string): string => (text.length > 40 ? `"${text.slice(0, 40)}…"` : `"${text}"`);
