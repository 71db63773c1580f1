import pg from 'pg';

/** The database that `DATABASE_URL` names cannot be used. The message names the setting and says what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

const OLDEST_MAJOR = 15;
const CONNECT_TIMEOUT_MS = 10_000;
const SYSTEM_ERRORS = /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENETUNREACH|ENOENT|EACCES|EPIPE)/;

interface Facts {
  role: string;
  name: string;
  version: string;
  major: number;
  encoding: string;
  schema: string | null;
  may_make_tables: boolean;
  may_make_schemas: boolean;
  has_job_schema: boolean;
  is_standby: boolean;
}

/**
 * Connects once to a database that somebody else runs and makes sure that Tributary can live in it: it answers, is new enough, keeps
 * Unicode, knows upper and lower case beyond ASCII, and lets our role make tables.
 * @throws DatabaseRefused
 */
export async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tributary-check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const fault = await faultOf(client);
    if (fault !== null) throw new DatabaseRefused(`DATABASE_URL: ${fault}`);
  } catch (error) {
    throw explained(error, client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function faultOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<Facts>(`
    SELECT current_user AS role, current_database() AS name, current_setting('server_version') AS version,
      current_setting('server_version_num')::int / 10000 AS major, current_setting('server_encoding') AS encoding,
      current_schema() AS schema, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_make_tables,
      has_database_privilege(current_database(), 'CREATE') AS may_make_schemas,
      to_regnamespace('graphile_worker') IS NOT NULL AS has_job_schema, pg_is_in_recovery() AS is_standby`);
  const facts = rows[0]!;
  const { name, version, major, encoding } = facts;
  if (major < OLDEST_MAJOR) return `PostgreSQL ${version} is too old. Use PostgreSQL ${OLDEST_MAJOR} or later.`;
  if (facts.is_standby) return 'this PostgreSQL is a standby, which only reads. Name the primary.';
  if (encoding !== 'UTF8') {
    return `the database "${name}" has the encoding ${encoding}, which cannot keep every text. ${anotherDatabase(name)}`;
  }
  const folding = await client.query<{ folds: boolean }>(`SELECT lower('Ö') = 'ö' AND 'Ö' ILIKE 'ö' AS folds`);
  if (!folding.rows[0]!.folds) {
    return `the database "${name}" has a locale (LC_CTYPE) that knows upper and lower case of ASCII alone, so searches miss what they should find. ${anotherDatabase(name)}`;
  }
  return privilegeFault(facts);
}

function anotherDatabase(name: string): string {
  return `Make another one and name it: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 ${name}_utf8`;
}

function privilegeFault({ role, name, schema, ...may }: Facts): string | null {
  const owner = `ALTER DATABASE "${name}" OWNER TO "${role}";`;
  if (!may.may_make_tables) {
    const where = schema === null ? `no schema of its search_path` : `the schema "${schema}"`;
    const grant = `GRANT CREATE, USAGE ON SCHEMA "${schema ?? 'public'}" TO "${role}";`;
    return `the role "${role}" may not make tables in ${where} of the database "${name}". As a superuser, in that database: ${owner} or ${grant}`;
  }
  if (may.may_make_schemas || may.has_job_schema) return null;
  return `the role "${role}" may not make a schema in the database "${name}", and the jobs need one (graphile_worker). As a superuser: ${owner} or GRANT CREATE ON DATABASE "${name}" TO "${role}";`;
}

/** What PostgreSQL or the network said, as a sentence; anything else stays what it is. */
function explained(error: unknown, { host, port, user, database }: pg.Client): unknown {
  if (error instanceof DatabaseRefused || !(error instanceof Error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const where = host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`;
  const said = `(${error.message || code})`;
  const refused = (sentence: string) => new DatabaseRefused(`DATABASE_URL: ${sentence}`, { cause: error });
  if (code.startsWith('28')) {
    return refused(
      `PostgreSQL at ${where} refuses the role "${user}" ${said}. Check its name and password, and pg_hba.conf of the server.`,
    );
  }
  if (code === '3D000') {
    return refused(
      `PostgreSQL at ${where} has no database "${database}". Make it: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 --owner=${user} ${database}`,
    );
  }
  if (code === '42501')
    return refused(
      `the role "${user}" may not use the database "${database}" ${said}. GRANT CONNECT ON DATABASE "${database}" TO "${user}";`,
    );
  if (code === '53300')
    return refused(
      `PostgreSQL at ${where} has no connection left ${said}. Raise its max_connections, or lower DATABASE_CONNECTIONS.`,
    );
  if (code.startsWith('57P'))
    return refused(`PostgreSQL at ${where} does not take connections yet ${said}. Try again in a moment.`);
  if (SYSTEM_ERRORS.test(code) || /timeout|terminated|SSL/i.test(error.message)) {
    return refused(`PostgreSQL does not answer at ${where} ${said}. Start it, or correct host and port.`);
  }
  return error;
}
