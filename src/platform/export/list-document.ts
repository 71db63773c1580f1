/** A list of rows as a printed document. All texts are in the language of the reader. */
export interface ListDocument {
  title: string;
  /** Below the title, one line each. */
  notes: readonly string[];
  /** The language of the texts (BCP 47). */
  language: string;
  /** `YYYY-MM-DD` */
  createdOn: string;
  author: string;
  columns: readonly { header: string; isNumber: boolean }[];
  rows: readonly (readonly string[])[];
}

/** Makes PDFs of lists. @throws Unavailable when too many requests wait */
export interface ListPrinter {
  makeList(list: ListDocument): Promise<Buffer>;
}
