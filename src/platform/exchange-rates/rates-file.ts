/** One rate as written in a file, not yet checked. */
export interface Quote {
  /** Line number, from 1. */
  line: number;
  /** A day in one of the ECB's formats. */
  day: string;
  currency: string;
  rate: string;
}

/** An error in a file and its line. */
export interface Fault {
  line: number;
  says: string;
}

const MAX_FAULTS = 10;

/** A file of rates contains errors, so none of it is loaded. The message names the lines. */
export class UnreadableRates extends Error {
  constructor(faults: readonly Fault[]) {
    const named = faults.slice(0, MAX_FAULTS).map(({ line, says }) => `Line ${line}: ${says}.`);
    const rest = faults.length - named.length;
    super(['No rate was loaded.', ...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n'));
  }
}

/** Quotes a text of the file for a message. */
export const quoted = (text: string): string => (text.length > 40 ? `"${text.slice(0, 40)}…"` : `"${text}"`);
