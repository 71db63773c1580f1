import pg from 'pg';

/** Opens a connection without time limits, for reading or writing whole tables. */
export async function openForWholeTables(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tributary-backup',
    options:
      '-c statement_timeout=0 -c lock_timeout=0 -c synchronize_seqscans=off -c TimeZone=UTC -c DateStyle=ISO -c extra_float_digits=3',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
