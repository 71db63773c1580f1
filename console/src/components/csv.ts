/**
 * Rows as CSV (RFC 4180). A byte order mark states the encoding for spreadsheets.
 * @param rows the headings, then the values. Texts that come from records must be `textCell`s.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;

/** A text that spreadsheets do not read as a formula: it begins with an apostrophe if they would. */
export const textCell = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The CSV file of rows. */
export const csvFile = (csv: string): Blob => new Blob([csv], { type: 'text/csv' });
