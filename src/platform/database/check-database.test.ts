import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { startDatabase, temporaryFolder } from '../../../tests/harness/embedded.ts';
import { dropDatabase, onDatabase } from '../../../tests/harness/test-databases.ts';
import { testServer } from '../../../tests/harness/test-server.ts';
import { checkDatabase, DatabaseRefused } from './check-database.ts';

const server = await testServer();

/** Runs statements in a database of the test server. */
async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Creates an empty database with these properties. It is dropped after the test. */
async function databaseWith(properties: string): Promise<string> {
  const name = `tributary_check_${randomUUID().replaceAll('-', '')}`;
  await run(server.url, `CREATE DATABASE ${name} TEMPLATE template0 ${properties}`);
  onTestFinished(() => dropDatabase(server.url, name));
  return onDatabase(server.url, name);
}

const refusal = (url: string) =>
  checkDatabase(url).then(
    () => null,
    (error: Error) => (error instanceof DatabaseRefused ? error.message : error),
  );

describe('An external database', () => {
  it('is accepted if it stores Unicode, for any locale name', async () => {
    const { url } = await createTestDatabase();
    expect(await refusal(url)).toBeNull();
    expect(
      await refusal(await databaseWith(`ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C'`)),
    ).toBeNull();
  });

  it.each([
    ['LATIN1', `ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc`],
    ['SQL_ASCII', `ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc`],
  ])('is refused with the encoding %s, and the message describes a suitable one', async (encoding, properties) => {
    const message = await refusal(await databaseWith(properties));
    expect(message).toContain(`DATABASE_URL: the database "tributary_check_`);
    expect(message).toContain(`has the encoding ${encoding}`);
    expect(message).toContain('createdb --template=template0 --encoding=UTF8');
  });

  it('is refused with a locale without case mapping beyond ASCII', async () => {
    const message = await refusal(await databaseWith(`ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER libc`));
    expect(message).toContain('LC_CTYPE');
    expect(message).toContain('--locale=C.UTF-8');
  });

  it('is refused where our role must not create tables, and the message names the grant', async () => {
    const url = await databaseWith('');
    await run(url, 'REVOKE ALL ON SCHEMA public FROM pg_database_owner, PUBLIC');
    const message = await refusal(url);
    expect(message).toMatch(/^DATABASE_URL: the role "\w+" may not make tables in/);
    expect(message).toMatch(/GRANT CREATE, USAGE ON SCHEMA "public" TO "\w+";/);
  });

  it.each([
    ['an unknown role', (url: URL) => (url.username = 'nobody_here'), 'refuses the role "nobody_here"', ''],
    [
      'an unknown database',
      (url: URL) => (url.pathname = '/nothing_here'),
      'has no database "nothing_here"',
      'createdb',
    ],
    [
      'a folder without a socket',
      (url: URL) => url.searchParams.set('host', '/nowhere'),
      'does not answer',
      'Start it',
    ],
  ])('is refused for %s with a message that omits the password', async (_, change, says, remedyFor) => {
    const url = new URL(server.url);
    change(url);
    const message = await refusal(url.href);
    expect(message).toMatch(/^DATABASE_URL: PostgreSQL /);
    expect(message).toContain(says);
    expect(message).toContain(remedyFor);
    expect(message).not.toContain('hidden-word');
  });

  it('is refused for another password with a message that omits it', async () => {
    // The server of the test run asks for no password.
    const database = await startDatabase(await temporaryFolder());
    onTestFinished(() => database.stop());
    const url = new URL(database.url);
    url.password = 'hidden-word';
    const message = await refusal(url.href);
    expect(message).toMatch(/^DATABASE_URL: PostgreSQL at .* refuses the role .* Check its name and password/);
    expect(message).not.toContain('hidden-word');
  });

  it('is refused for a port without a server', async () => {
    expect(await refusal('postgres://someone:hidden-word@127.0.0.1:1/x')).toBe(
      'DATABASE_URL: PostgreSQL does not answer at 127.0.0.1:1 (connect ECONNREFUSED 127.0.0.1:1). Start it, or correct host and port.',
    );
  });
});
