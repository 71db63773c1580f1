import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';

/** Records with a position in the order of commits. */
const LOGS = ['clicks', 'orders', 'events', 'ledger'] as const;
/** The records to which they refer. */
export const DIMENSIONS = [
  'stores',
  'links',
  'campaigns',
  'participants',
  'vouchers',
  'invoices',
  'creators',
  'agencies',
  'payouts',
] as const;
export const DATASETS = [...LOGS, ...DIMENSIONS] as const;
export type Dataset = (typeof DATASETS)[number];

/**
 * The position in a data set: all records of the transactions before `transaction`, and the records of `transaction` up to `key`
 * (null: none of them).
 */
export interface Position {
  transaction: number;
  key: string | null;
}

/** The purpose of a cursor. Transaction numbers are valid for one database server only. */
export interface CursorScope {
  dataset: Dataset;
  identity: string;
}

const FORM = /^1\.([a-z]+)\.([0-9a-f-]{36})\.(\d{1,15})\.([0-9a-f-]{0,36})$/;

/** Writes a position as an opaque text. */
export function writeCursor({ dataset, identity }: CursorScope, { transaction, key }: Position): string {
  return Buffer.from(`1.${dataset}.${identity}.${transaction}.${key ?? ''}`).toString('base64url');
}

/**
 * Reads a cursor.
 * @throws InvalidInput naming `after` for a text that is not a cursor of this data set; RuleRefused `cursor_outdated` for a cursor
 *   of another database, such as the one before a restore
 */
export function readCursor(scope: CursorScope, text: string): Position {
  const match = FORM.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (match === null || match[1] !== scope.dataset || !isKey(scope.dataset, match[4]!))
    throw new InvalidInput({ after: [`must be a cursor of an export of ${scope.dataset}`] });
  if (match[2] !== scope.identity)
    throw new RuleRefused(
      'cursor_outdated',
      'The cursor is of another database, as after a restore. Read the export from the beginning.',
    );
  return { transaction: Number(match[3]), key: match[4] === '' ? null : match[4]! };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isKey = (dataset: Dataset, key: string): boolean =>
  key === '' || (dataset === 'clicks' ? UUID.test(key) : /^\d{1,15}$/.test(key));
