import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { completeDatabase } from '../platform/complete-database.ts';
import type { Logger } from '../platform/context.ts';
import { sqlState } from '../platform/database/errors.ts';
import { migrate, migrationsFolder } from '../platform/database/migrate.ts';
import { Unavailable } from '../platform/errors/errors.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_DATABASE = '42P04';

/**
 * The clock of a sandbox. `search_path` names `public` before `pg_catalog`. Every default, function and statement that calls `now()` therefore
 * calls `public.now()`, which reads this clock (ADR 19).
 */
const CLOCK = `
  CREATE SCHEMA IF NOT EXISTS sandbox;
  CREATE TABLE IF NOT EXISTS sandbox.clock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    at timestamptz NOT NULL,
    done timestamptz NOT NULL
  );
  INSERT INTO sandbox.clock (at, done) SELECT pg_catalog.now(), pg_catalog.now() ON CONFLICT DO NOTHING;
  CREATE OR REPLACE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM sandbox.clock';
  CREATE TABLE IF NOT EXISTS sandbox.plans (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan jsonb NOT NULL,
    played_until timestamptz NOT NULL,
    ends_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS sandbox.agenda (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL,
    item jsonb NOT NULL
  );
  CREATE INDEX IF NOT EXISTS agenda_at ON sandbox.agenda (at, id);
  CREATE TABLE IF NOT EXISTS sandbox.inbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id bigint NOT NULL UNIQUE,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    sent_at timestamptz NOT NULL
  );
  CREATE TABLE IF NOT EXISTS sandbox.keys (name text PRIMARY KEY, key bytea NOT NULL)`;

/** `CURRENT_DATE` is part of the grammar and cannot be redefined. It is therefore replaced in functions and defaults. */
const REPLACE_CURRENT_DATE = `
  DO $do$
  DECLARE
    v record;
  BEGIN
    FOR v IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      AND pg_get_functiondef(p.oid) ~* '\\mcurrent_date\\M'
    LOOP
      EXECUTE regexp_replace(pg_get_functiondef(v.oid), '\\mcurrent_date\\M', '(now())::date', 'gi');
    END LOOP;
    FOR v IN SELECT d.adrelid::regclass AS relation, a.attname, pg_get_expr(d.adbin, d.adrelid) AS def
      FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
      JOIN pg_class c ON c.oid = d.adrelid AND c.relnamespace = 'public'::regnamespace
      WHERE pg_get_expr(d.adbin, d.adrelid) ~* '\\mcurrent_date\\M'
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', v.relation, v.attname,
        regexp_replace(v.def, '\\mcurrent_date\\M', '(now())::date', 'gi'));
    END LOOP;
  END $do$`;

export interface SandboxDatabases {
  /** Address of the database of a sandbox. */
  urlOf(id: string): string;
  /**
   * Creates the database of an empty sandbox.
   * @returns its address
   * @throws Unavailable when the role may not create databases, or the database is being created by another request
   */
  create(id: string): Promise<string>;
  /** Migrates the database of a sandbox to this version, once in each process. */
  update(id: string): Promise<void>;
  /** Ends all connections to the database of a sandbox and drops it. */
  drop(id: string): Promise<void>;
}

/**
 * Creates and drops the databases of sandboxes on the PostgreSQL server of the marketplace. They are copies of a template, which is created once for
 * each version of the schema, because copying is faster than migrating.
 * @param url `postgres://` address of the marketplace's database
 * @param template beginning of the template's name, for tests that share a template; by default it is derived from the marketplace's database
 */
export function sandboxDatabases(url: string, log: Logger, template?: string): SandboxDatabases {
  const main = decodeURIComponent(new URL(url).pathname.slice(1));
  const prefix = `trb_sandbox_${createHash('sha256').update(main).digest('hex').slice(0, 10)}`;
  const nameOf = (id: string) => `${prefix}_${id}`;
  /** Ids of sandboxes that are known to have this version. Checking before each advance would take longer than most days of the clock. */
  const current = new Set<string>();
  const urlOf = (name: string) => {
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  const update = async (name: string) => {
    await runSql(urlOf(name), CLOCK);
    await migrate(urlOf(name), migrationsFolder(), log, completeDatabase);
    await runSql(urlOf(name), REPLACE_CURRENT_DATE);
  };
  /** Settings of a database are not copied with its template. */
  const copyDatabase = async (client: pg.Client, name: string, source: string) => {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(source)}`);
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET search_path = public, pg_catalog`);
  };
  const templateFor = async (client: pg.Client): Promise<string> => {
    const stem = template ?? `${prefix}_template`;
    const name = `${stem}_${fingerprint()}`;
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [stem]);
    try {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
      if (rowCount === 1) return name;
      // Drops templates of earlier versions, and drafts of killed processes. A shared template may be in use by another version.
      const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [stem]);
      if (template === undefined) for (const { datname } of rows) await dropDatabase(client, datname);
      const draft = `${name}_${randomBytes(4).toString('hex')}`;
      await copyDatabase(client, draft, 'template0');
      await update(draft);
      try {
        await client.query(`ALTER DATABASE ${pg.escapeIdentifier(draft)} RENAME TO ${pg.escapeIdentifier(name)}`);
      } catch (error) {
        await dropDatabase(client, draft);
        if (sqlState(error) !== DUPLICATE_DATABASE) throw error;
      }
      return name;
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtext($1))', [stem]);
    }
  };
  return {
    urlOf: (id) => urlOf(nameOf(id)),
    async create(id) {
      await withClient(url, async (client) => {
        try {
          const source = await templateFor(client);
          await copyDatabase(client, nameOf(id), source);
          current.add(id);
        } catch (error) {
          if (sqlState(error) === INSUFFICIENT_PRIVILEGE)
            throw new Unavailable(
              'Sandboxes need a database role that may create databases (ALTER ROLE … CREATEDB).',
              3600,
            );
          if (sqlState(error) === DUPLICATE_DATABASE)
            throw new Unavailable('This sandbox is being created by another request.');
          throw error;
        }
      });
      return urlOf(nameOf(id));
    },
    async update(id) {
      if (current.has(id)) return;
      await update(nameOf(id));
      current.add(id);
    },
    async drop(id) {
      current.delete(id);
      await withClient(url, (client) => dropDatabase(client, nameOf(id)));
    },
  };
}

/** Hash of all files that define the schema. It is part of the template's name, so that a template of another schema is not used. */
function fingerprint(): string {
  const hash = createHash('sha256').update(CLOCK);
  for (const folder of [migrationsFolder(), path.join(migrationsFolder(), 'repeatable')]) {
    const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    for (const name of names.sort()) hash.update(name).update(readFileSync(path.join(folder, name)));
  }
  return hash.digest('hex').slice(0, 10);
}

/**
 * Drops a database without `FORCE`, which PostgreSQL refuses while an autovacuum worker is connected to it, because this role may not end the worker.
 * Without `FORCE`, PostgreSQL ends the worker itself.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user AND pid <> pg_backend_pid()',
    [name],
  );
  await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`);
}

async function runSql(url: string, text: string): Promise<void> {
  await withClient(url, (client) => client.query(text));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'tributary-sandboxes' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
