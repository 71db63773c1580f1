import type { Amount } from '../../language/amounts.ts';

/** The value of a cell for comparisons and files: as the API has it, or a text as the reader sees it, never a formatted number or date. */
export type CellValue = string | number | boolean | Amount | null | undefined;

export const isAmount = (value: CellValue): value is Amount => typeof value === 'object' && value !== null;
export const isMissing = (value: CellValue): value is null | undefined => value === null || value === undefined;
