import pg from 'pg';
import { CURRENCY_DECIMALS } from './currencies.ts';

/** The decimals of stored amounts are not those of this version, or not known. The message is one sentence that says what to do. */
export class CurrenciesRefused extends Error {
  override readonly name = 'CurrenciesRefused';
}

/**
 * Currencies to which the locale data of some version of Node.js from 20.19 on give other decimals than ISO 4217. Versions of Tributary that recorded no
 * decimals took them from there, so that a database of theirs does not show with which decimals its amounts in these currencies were written.
 */
export const UNCERTAIN = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR RSD SLL SOS SYP YER'.split(' ');

const MAX_DECIMALS = 4;
/** SQLSTATE of an amount that cannot be converted (migrations/repeatable/rescale_amounts.sql). */
const NOT_EXACT = 'TRB08';

/** A currency whose stored amounts were converted, with their former decimals. */
export interface ConvertedCurrency {
  code: string;
  from: number;
  to: number;
}

/**
 * Records the decimals of all currencies in a database, or compares them with those that are recorded. Decimals that differ, or that are not known
 * because an earlier version wrote the database, are replaced only if no amount is stored in the currency, or if they are stated: then every amount is converted, in one
 * transaction. One process at a time may call this.
 * @param url `postgres://` address of a migrated database
 * @param writtenWith the stated decimals of stored amounts, by code
 * @returns the currencies whose amounts were converted
 * @throws CurrenciesRefused, with nothing changed
 */
export async function recordCurrencies(
  url: string,
  writtenWith: ReadonlyMap<string, number> = new Map(),
): Promise<ConvertedCurrency[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'tributary-currencies' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const converted = await record(client, writtenWith);
    await client.query('COMMIT');
    return converted;
  } finally {
    await client.end();
  }
}

async function record(client: pg.Client, writtenWith: ReadonlyMap<string, number>): Promise<ConvertedCurrency[]> {
  const { rows } = await client.query<{ code: string; exponent: number }>('SELECT code, exponent FROM currencies');
  const recorded = new Map(rows.map(({ code, exponent }) => [code, exponent]));
  const doubtful = recorded.size === 0 ? UNCERTAIN : changedOf(recorded);
  refuseWrongStatements(writtenWith, { recorded, doubtful });
  const isComplete = doubtful.length === 0 && [...CURRENCY_DECIMALS.keys()].every((code) => recorded.has(code));
  if (isComplete) return [];
  const used = doubtful.length === 0 ? [] : await usedOf(client, doubtful);
  refuseUnstated(used, { recorded, writtenWith });
  const converted = used
    .map((code) => ({ code, from: writtenWith.get(code)!, to: CURRENCY_DECIMALS.get(code)! }))
    .filter(({ from, to }) => from !== to);
  if (converted.length > 0) await convert(client, converted);
  await write(client, converted);
  return converted;
}

/** Recorded currencies that this version has with other decimals, or not at all. */
const changedOf = (recorded: ReadonlyMap<string, number>): string[] =>
  [...recorded].filter(([code, decimals]) => CURRENCY_DECIMALS.get(code) !== decimals).map(([code]) => code);

async function usedOf(client: pg.Client, codes: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ code: string }>('SELECT code FROM currencies_in_use($1) AS u (code)', [codes]);
  return rows.map(({ code }) => code);
}

function refuseWrongStatements(
  writtenWith: ReadonlyMap<string, number>,
  { recorded, doubtful }: { recorded: ReadonlyMap<string, number>; doubtful: readonly string[] },
): void {
  for (const [code, decimals] of writtenWith) {
    const known = recorded.get(code) ?? (doubtful.includes(code) ? undefined : CURRENCY_DECIMALS.get(code));
    if (!CURRENCY_DECIMALS.has(code)) throw new CurrenciesRefused(`${code} is not a currency code of this version.`);
    if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS)
      throw new CurrenciesRefused(`The decimals of ${code} must be a whole number from 0 to ${MAX_DECIMALS}.`);
    if (known !== undefined && known !== decimals)
      throw new CurrenciesRefused(`The amounts in ${code} were written with ${known} decimals, which is certain.`);
  }
}

function refuseUnstated(
  used: readonly string[],
  { recorded, writtenWith }: { recorded: ReadonlyMap<string, number>; writtenWith: ReadonlyMap<string, number> },
): void {
  const gone = used.filter((code) => !CURRENCY_DECIMALS.has(code));
  if (gone.length > 0)
    throw new CurrenciesRefused(
      `The database has amounts in ${gone.join(', ')}, which this version of Tributary does not know: start the version that wrote them.`,
    );
  const unstated = used.filter((code) => !writtenWith.has(code));
  if (unstated.length === 0) return;
  const command = 'with all processes stopped, run npm run cli -- currencies --written-with';
  throw new CurrenciesRefused(
    recorded.size === 0
      ? `An earlier version of Tributary wrote amounts in ${unstated.join(', ')} with decimals that depended on its Node.js and are not recorded: ${command} ${unstated.map((code) => `${code}=DECIMALS`).join(',')} (docs/operations.md, "Decimals of currencies").`
      : `The database has amounts in ${unstated.map((code) => `${code} with ${recorded.get(code)} decimals`).join(', ')}, and this version of Tributary reads them with ${unstated.map((code) => CURRENCY_DECIMALS.get(code)).join(', ')}: ${command} ${unstated.map((code) => `${code}=${recorded.get(code)}`).join(',')} to convert them.`,
  );
}

/** @throws CurrenciesRefused that names the column of an amount that cannot be converted */
async function convert(client: pg.Client, converted: readonly ConvertedCurrency[]): Promise<void> {
  const factors = Object.fromEntries(converted.map(({ code, from, to }) => [code, factorOf(from, to)]));
  try {
    await client.query('SELECT rescale_amounts($1::jsonb)', [JSON.stringify(factors)]);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== NOT_EXACT) throw error;
    throw new CurrenciesRefused(`The amounts cannot be converted, and nothing has changed: ${message}.`);
  }
}

/** The factor as a decimal text: 100, or 0.01. */
const factorOf = (from: number, to: number): string =>
  to >= from ? `1${'0'.repeat(to - from)}` : `0.${'0'.repeat(from - to - 1)}1`;

async function write(client: pg.Client, converted: readonly ConvertedCurrency[]): Promise<void> {
  const codes = [...CURRENCY_DECIMALS.keys()];
  const coarsest = codes.map((code) => converted.find((one) => one.code === code)?.from ?? null);
  await client.query('DELETE FROM currencies WHERE code <> ALL ($1)', [codes]);
  await client.query(
    `INSERT INTO currencies AS c (code, exponent, coarsest_exponent)
     SELECT code, exponent, least(exponent, coarsest) FROM unnest($1::text[], $2::smallint[], $3::smallint[]) AS g (code, exponent, coarsest)
     ON CONFLICT (code) DO UPDATE SET exponent = excluded.exponent,
       coarsest_exponent = CASE WHEN c.code = ANY ($4) OR c.exponent = excluded.exponent THEN least(c.coarsest_exponent, excluded.coarsest_exponent)
         ELSE excluded.exponent END`,
    [codes, [...CURRENCY_DECIMALS.values()], coarsest, converted.map(({ code }) => code)],
  );
  await client.query('SELECT refresh_credit_limits()');
}
