import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type Vault, VaultClosed } from './vault.ts';

/** A column that contains what the vault has encrypted. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The column with a number that identifies the row. */
  key: string;
  /** The column whose value names the place of a row; the key by default. */
  named?: string;
  /** The place for which the content of a row is encrypted. @param name the value of `named` */
  place(name: number | string): string;
  /** A column with the fingerprint of the content, which changes with the key, and the fingerprinted text. */
  fingerprint?: { column: string; of(content: Buffer): string };
}

const AT_ONCE = 200;
const KEY_ID_BYTES = 8;

/**
 * Encrypts the secrets that an earlier version has stored in clear, in batches, one transaction each. Several processes may do it at once: each
 * returns when none is left.
 * @param columns every column that migrations have listed in `unsealed_secrets`
 * @returns the number of secrets that this process encrypted
 */
export async function sealUnsealed(db: Database, vault: Vault, columns: readonly SealedColumn[]): Promise<number> {
  let sealed = 0;
  while (await hasUnsealed(db)) sealed += await db.transaction((tx) => sealBatch(tx, vault, columns));
  return sealed;
}

/** Whether secrets that an earlier version has stored in clear are not encrypted yet. */
export async function hasUnsealed(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(sql`SELECT EXISTS (SELECT FROM unsealed_secrets) AS any`);
  return rows[0]!.any;
}

async function sealBatch(tx: Database, vault: Vault, columns: readonly SealedColumn[]): Promise<number> {
  const { rows } = await tx.execute<{ table_name: string; column_name: string; row_key: number }>(sql`
    SELECT table_name, column_name, row_key FROM unsealed_secrets ORDER BY table_name, column_name, row_key LIMIT ${AT_ONCE} FOR UPDATE`);
  let sealed = 0;
  for (const { table_name: table, column_name: name, row_key: key } of rows) {
    const column = columns.find((candidate) => candidate.table === table && candidate.column === name);
    if (column === undefined) throw new Error(`${table}.${name} is not a sealed column.`);
    const { at, content, row, name: named } = partsOf(column);
    const found = await tx.execute<{ content: Buffer | null; name: string }>(
      sql`SELECT ${content} AS content, ${named}::text AS name FROM ${at} WHERE ${row} = ${key} FOR UPDATE`,
    );
    const { content: clear, name: place } = found.rows[0] ?? { content: null, name: '' };
    if (clear !== null) {
      await tx.execute(
        sql`UPDATE ${at} SET ${content} = ${vault.seal(clear, column.place(place))} WHERE ${row} = ${key}`,
      );
      sealed += 1;
    }
    await tx.execute(sql`
      DELETE FROM unsealed_secrets WHERE table_name = ${table} AND column_name = ${name} AND row_key = ${key}`);
  }
  return sealed;
}

/** The result of `resealOld`: rows that have the current key now, and rows whose key is unknown or whose content was altered. */
export interface Resealed {
  resealed: number;
  unreadable: number;
}

/**
 * Encrypts with the current key what a previous key has encrypted. A row that changes meanwhile keeps the change. Several processes may do it at once.
 * @param signal ends the work after the current batch
 */
export async function resealOld(
  db: Database,
  vault: Vault,
  columns: readonly SealedColumn[],
  signal?: AbortSignal,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: 0 };
  for (const column of columns) {
    const { at, content, row, name } = partsOf(column);
    let after = 0;
    while (signal?.aborted !== true) {
      const { rows } = await db.execute<SealedRow>(sql`
        SELECT ${row} AS key, ${name}::text AS name, ${content} AS sealed FROM ${at}
        WHERE ${row} > ${after} AND length(${content}) > ${KEY_ID_BYTES} AND substring(${content} FROM 1 FOR ${KEY_ID_BYTES}) <> ${vault.keyId}
        ORDER BY ${row} LIMIT ${AT_ONCE}`);
      if (rows.length === 0) break;
      for (const found of rows) {
        if (await reseal(db, vault, column, found)) done.resealed += 1;
        else done.unreadable += 1;
      }
      after = rows.at(-1)!.key;
    }
  }
  return done;
}

type SealedRow = { key: number; name: string; sealed: Buffer };

async function reseal(
  db: Database,
  vault: Vault,
  column: SealedColumn,
  { key, name, sealed }: SealedRow,
): Promise<boolean> {
  const { at, content, row } = partsOf(column);
  const { place, fingerprint } = column;
  const clear = openOrNull(vault, sealed, place(name));
  if (clear === null) return false;
  const print =
    fingerprint === undefined
      ? sql``
      : sql`, ${sql.identifier(fingerprint.column)} = ${vault.fingerprint(fingerprint.of(clear))}`;
  await db.execute(sql`
    UPDATE ${at} SET ${content} = ${vault.seal(clear, place(name))}${print} WHERE ${row} = ${key} AND ${content} = ${sealed}`);
  return true;
}

function openOrNull(vault: Vault, sealed: Buffer, place: string): Buffer | null {
  try {
    return vault.open(sealed, place);
  } catch (error) {
    if (error instanceof VaultClosed) return null;
    throw error;
  }
}

const partsOf = ({ table, column, key, named = key }: SealedColumn) => ({
  at: sql.identifier(table),
  content: sql.identifier(column),
  row: sql.identifier(key),
  name: sql.identifier(named),
});
