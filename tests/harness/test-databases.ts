import pg from 'pg';

/** Returns the address of another database on the same server. */
export function onDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Creates a database, optionally as a copy of `template`, which must have no connections. */
export async function createDatabase(url: string, name: string, template: string | null): Promise<void> {
  // Copying files takes about 50 ms; writing the copy to the log takes several hundred.
  const source = template === null ? '' : `TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY file_copy`;
  await onKept(url, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} ${source}`));
}

/**
 * Creates a template database once: a copy of `source` that `fill` modifies, leaving no connection open. Concurrent
 * processes wait for the one that creates it.
 */
export async function makeTemplateOnce(
  url: string,
  name: string,
  source: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  await connected(url, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return;
    // Uses a temporary name until it is complete.
    const draft = `${name}_draft`;
    await dropDatabase(url, draft);
    await createDatabase(url, draft, source);
    await fill(onDatabase(url, draft));
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(draft)} RENAME TO ${pg.escapeIdentifier(name)}`);
  });
}

/** Drops a template and all databases whose names begin with its name. */
export async function dropTemplates(url: string, name: string): Promise<void> {
  const names: string[] = [];
  await connected(url, async (client) => {
    const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [name]);
    names.push(...rows.map(({ datname }) => datname));
  });
  for (const each of names) await dropDatabase(url, each);
}

/**
 * Drops a database and ends its connections. (FORCE is refused while an autovacuum worker, which belongs to the
 * server, is connected; without it PostgreSQL ends that worker itself.)
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  await onKept(url, async (client) => {
    await client.query(
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user AND pid <> pg_backend_pid()',
      [name],
    );
    await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`);
  });
}

/** Runs one statement on a separate connection. */
export function runSql(url: string, statement: string): Promise<void> {
  return connected(url, async (client) => {
    await client.query(statement);
  });
}

interface Kept {
  /** The types of pg lack both methods. */
  client: pg.Client & { ref(): void; unref(): void };
  /** Statements in progress. */
  running: number;
}

const kept = new Map<string, Promise<Kept>>();

/** Works on this process's own connection to the server. While it is idle, it does not keep the process running. */
async function onKept(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const opening = kept.get(url) ?? openKept(url);
  kept.set(url, opening);
  const connection = await opening;
  connection.client.ref();
  connection.running += 1;
  try {
    await work(connection.client);
  } finally {
    connection.running -= 1;
    if (connection.running === 0) connection.client.unref();
  }
}

async function openKept(url: string): Promise<Kept> {
  const client = new pg.Client({ connectionString: url });
  // The server ends the connection at the end of the run.
  client.on('error', () => kept.delete(url));
  try {
    await client.connect();
  } catch (error) {
    kept.delete(url);
    throw error;
  }
  return { client: client as Kept['client'], running: 0 };
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
