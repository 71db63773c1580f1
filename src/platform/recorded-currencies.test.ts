import { describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';
import { audit } from '../modules/payments/index.ts';
import { CURRENCY_DECIMALS } from './currencies.ts';
import { CurrenciesRefused, recordCurrencies, UNCERTAIN } from './recorded-currencies.ts';

/** Columns of JSON without amounts in minor units, or with amounts that repeat what was said at the time. */
const WITHOUT_AMOUNTS = [
  'account_codes.sign_up',
  'accounting_settings.accounts',
  'agencies.config',
  'agencies.user_mail_config',
  'audit_log.details',
  'broadcasts.left_out',
  'creator_profiles.portfolio',
  'customer_programmes.steps',
  'idempotency_keys.reply',
  'invoice_lines.origin',
  'invoices.parties',
  'order_collectors.settings',
  'participants.todo',
  'payees.tax_fields',
  'payment_setups.method',
  'product_feed_runs.errors',
  'product_feeds.columns',
  'report_schedules.filters',
  'sandboxes.facts',
  'stats_configurations.data',
  // Decimal text of major units.
  'unconfirmed_reports.report',
  'users.config',
  'voids.filter',
  'webhooks.headers',
];

const columnsOf = async ({ pool }: TestDatabase, condition: string) => {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
     JOIN pg_class p ON p.relname = c.table_name AND p.relnamespace = 'public'::regnamespace AND p.relkind IN ('r', 'p') AND NOT p.relispartition
     WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND ${condition} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

describe('The list of columns with amounts', () => {
  it('contains every column of minor units, and every column of JSON that is not known to have none', async () => {
    const database = await createTestDatabase();
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT table_name || '.' || column_name AS name FROM amount_columns() ORDER BY 1",
    );
    const listed = rows.map(({ name }) => name);
    const minor = await columnsOf(database, "c.column_name ~ 'minor$'");
    // The limit is computed anew.
    expect(listed.filter((name) => name.endsWith('minor'))).toEqual(
      minor.filter((name) => name !== 'store_credit.limit_minor'),
    );
    const json = await columnsOf(database, "c.data_type IN ('json', 'jsonb')");
    const special = ['click_terms.terms', 'clicks.click_terms_id', 'clicks.passed_over'];
    const others = listed.filter((name) => !name.endsWith('minor') && !special.includes(name));
    expect([...others, 'click_terms.terms', ...WITHOUT_AMOUNTS].sort()).toEqual(json);
  });
});

describe('A conversion in SQL', () => {
  it('multiplies the amounts of documents by the factor of the currency that they state', async () => {
    const { pool } = await createTestDatabase();
    const one = async (expression: string) => (await pool.query(`SELECT ${expression} AS value`)).rows[0].value;
    expect(await one("rescaled_figures('5,100,2,50,,;7,1,2,3,4,5;credit:-30', 100)")).toBe(
      '5,10000,2,5000,,;7,100,2,300,400,500;credit:-3000',
    );
    expect(await one("rescaled_lines('1: 500, 3: 25000', 0.01)")).toBe('1: 5, 3: 250');
    const document = {
      a: [{ minor: 5, currency: 'HUF', count: 5 }],
      cost_minor: 7,
      b: { minor: 5, currency: 'EUR' },
      c: null,
    };
    expect(await one(`rescaled_json('${JSON.stringify(document)}', 'HUF', '{"HUF": "100"}', 'x')`)).toEqual({
      ...document,
      a: [{ minor: 500, currency: 'HUF', count: 5 }],
      cost_minor: 700,
    });
    await expect(one("rescaled(150, 0.01, 'orders.cost_minor')")).rejects.toThrow('orders.cost_minor contains 150');
    await expect(one("rescaled(9007199254740991, 10, 'x')")).rejects.toThrow('too many');
  });
});

describe('A database without recorded decimals', () => {
  it('records those of this version if it has no amounts in a currency with uncertain decimals', async () => {
    const { pool, url } = await createTestDatabase();
    const recorded = async () => (await pool.query('SELECT code, exponent, coarsest_exponent FROM currencies')).rows;
    const expected = [...CURRENCY_DECIMALS].map(([code, n]) => ({ code, exponent: n, coarsest_exponent: n }));
    expect(await recorded()).toEqual(expected);
    await pool.query('DELETE FROM currencies');
    expect(await recordCurrencies(url)).toEqual([]);
    expect(await recorded()).toEqual(expected);
  });

  it('has uncertain decimals in every currency to which the runtime gives others than ISO 4217', () => {
    const digits = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    const different = [...CURRENCY_DECIMALS].filter(([code, decimals]) => digits(code) !== decimals);
    expect(different.map(([code]) => code).filter((code) => !UNCERTAIN.includes(code))).toEqual([]);
  });
});

describe('A marketplace in forints that an earlier version wrote without decimals', () => {
  it('is refused until its decimals are stated, and then has every amount converted exactly', async () => {
    const { database } = await openDemoMarket();
    const { pool, url } = database;
    await replaceCurrency(database, { from: 'SEK', to: 'HUF' });
    await pool.query('DELETE FROM currencies');
    const before = await contentOf(database);

    const refusal = await recordCurrencies(url).catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(CurrenciesRefused);
    expect((refusal as Error).message).toMatch(/amounts in HUF with decimals .* --written-with HUF=DECIMALS/);
    await expect(recordCurrencies(url, new Map([['HUF', 5]]))).rejects.toThrow('from 0 to 4');
    await expect(recordCurrencies(url, new Map([['EUR', 0]]))).rejects.toThrow('EUR were written with 2 decimals');
    expect((await pool.query('SELECT FROM currencies')).rowCount).toBe(0);

    expect(await recordCurrencies(url, new Map([['HUF', 0]]))).toEqual([{ code: 'HUF', from: 0, to: 2 }]);
    const after = await contentOf(database);
    expect(after.size).toBe(before.size);
    expect(factorsOf(before, after)).toEqual({ HUF: [100], other: [] });
    expect(await faultsOf(database)).toEqual([]);
    expect(await recordCurrencies(url)).toEqual([]);

    // Converting back gives every row as it was.
    await pool.query('DELETE FROM currencies');
    await recordCurrencies(url, new Map([['HUF', 4]]));
    expect(await contentOf(database)).toEqual(before);
    expect(await faultsOf(database)).toEqual([]);
  });

  it('keeps every amount if a unit would be lost, and names the column', async () => {
    const { database } = await openDemoMarket();
    const { pool, url } = database;
    await replaceCurrency(database, { from: 'SEK', to: 'HUF' });
    await pool.query('DELETE FROM currencies');
    const before = await contentOf(database);
    await expect(recordCurrencies(url, new Map([['HUF', 4]]))).rejects.toThrow(
      /nothing has changed: \w+\.\w+ contains \d+ minor units/,
    );
    expect(await contentOf(database)).toEqual(before);
    expect((await pool.query('SELECT FROM currencies')).rowCount).toBe(0);
  });
});

describe('Recorded decimals that differ from the table', () => {
  it('are replaced if no amount is stored in the currency', async () => {
    const { pool, url } = await createTestDatabase();
    await pool.query("UPDATE currencies SET exponent = 0, coarsest_exponent = 0 WHERE code = 'HUF'");
    expect(await recordCurrencies(url)).toEqual([]);
    const { rows } = await pool.query("SELECT exponent, coarsest_exponent FROM currencies WHERE code = 'HUF'");
    expect(rows).toEqual([{ exponent: 2, coarsest_exponent: 2 }]);
  });

  it('are refused with the command that converts, and found by the audit', async () => {
    const { database } = await openDemoMarket();
    const { pool, url } = database;
    await pool.query("UPDATE currencies SET exponent = 3 WHERE code = 'SEK'");
    await expect(recordCurrencies(url)).rejects.toThrow(/SEK with 3 decimals, .* reads them with 2: .* SEK=3/);
    await expect(recordCurrencies(url, new Map([['SEK', 2]]))).rejects.toThrow('3 decimals, which is certain');
    expect(await faultsOf(database)).toEqual(['currency SEK: recorded with 3 decimals, read with 2 decimals']);
    await pool.query("DELETE FROM currencies WHERE code = 'SEK'");
    expect(await faultsOf(database)).toEqual([
      'currency SEK: amounts are stored, and no decimals are recorded',
      'currency SEK: recorded with none, read with 2 decimals',
    ]);
    await pool.query("INSERT INTO currencies VALUES ('SEK', 2, 2)");
    await pool.query("INSERT INTO currencies VALUES ('QQQ', 2, 2)");
    expect(await recordCurrencies(url)).toEqual([]);
    expect((await pool.query("SELECT FROM currencies WHERE code = 'QQQ'")).rowCount).toBe(0);
  });
});

const faultsOf = async ({ db }: TestDatabase) => (await audit(db)).flatMap(({ examples }) => examples);

/** Replaces a currency in every column and document of a database. */
async function replaceCurrency({ pool }: TestDatabase, { from, to }: { from: string; to: string }): Promise<void> {
  const { rows } = await pool.query<{ table: string; column: string; type: string }>(
    `SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
     JOIN pg_class p ON p.relname = c.table_name AND p.relnamespace = 'public'::regnamespace AND p.relkind IN ('r', 'p') AND NOT p.relispartition
     WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND c.table_name <> 'currencies' AND (c.data_type = 'jsonb'
       OR c.data_type = 'character' AND c.character_maximum_length = 3)`,
  );
  await pool.query('DELETE FROM exchange_rates WHERE currency = $1', [to]);
  for (const { table, column, type } of rows) {
    const changed =
      type === 'jsonb'
        ? `replace("${column}"::text, '"${from}"', '"${to}"')::jsonb WHERE "${column}"::text LIKE '%"${from}"%'`
        : `'${to}' WHERE "${column}" = '${from}'`;
    await pool.query(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
    await pool.query(`UPDATE "${table}" SET "${column}" = ${changed}`);
    await pool.query(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
  }
}

type Row = Record<string, unknown>;

/** Every row of the tables with amounts, by table and key. The terms of clicks are identified by their content. */
async function contentOf({ pool }: TestDatabase): Promise<Map<string, Row>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    'SELECT DISTINCT table_name AS name FROM amount_columns()',
  );
  const content = new Map<string, Row>();
  for (const { name } of tables) {
    const terms =
      name === 'clicks' ? ", 'click_terms_id', (SELECT terms FROM click_terms x WHERE x.id = t.click_terms_id)" : '';
    const { rows } = await pool.query<{ row: Row; code: string | null }>(
      `SELECT to_jsonb(t) || jsonb_build_object('limit_minor', 0${terms}) AS row FROM "${name}" t`,
    );
    const key = (row: Row) =>
      JSON.stringify(
        Object.entries(row).filter(
          ([column, value]) =>
            !/minor|fixed|rates|lines|tiers|details|data|content|passed_over|click_terms_id|discount/.test(column) &&
            value !== null,
        ),
      );
    for (const { row } of rows) content.set(`${name} ${key(row)} ${row['id'] ?? ''}`, row);
  }
  return content;
}

/** The factors between the plain amounts of two contents, by whether the row itself names forints. */
function factorsOf(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>) {
  const found = { HUF: new Set<number>(), other: new Set<number>() };
  for (const [key, row] of before) {
    const now = after.get(key)!;
    const code = row['currency'] ?? null;
    if (code === null) continue;
    for (const [column, value] of Object.entries(row))
      if (column.endsWith('_minor') && !column.startsWith('original') && Number(value) !== 0)
        (code === 'HUF' ? found.HUF : found.other).add(Number(now[column]) / Number(value));
  }
  found.other.delete(1);
  return { HUF: [...found.HUF], other: [...found.other] };
}
