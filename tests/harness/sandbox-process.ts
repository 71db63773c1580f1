import pino from 'pino';
import { readConfig } from '../../src/config.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { createOutbound } from '../../src/platform/outbound/outbound.ts';
import { startSandboxes } from '../../src/sandboxes/host.ts';

/**
 * A process that advances the clock of one sandbox until it is killed. Arguments: address of the marketplace's database, data folder,
 * public URL, sandbox.
 */
const [url, dataDir, publicUrl, id] = process.argv.slice(2) as [string, string, string, string];
const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' });
const { db, pool } = connectDatabase(url, { maxConnections: 2, statementTimeoutMs: null, onPoolError: () => {} });
const { host } = startSandboxes({
  config,
  database: { url, db, pool },
  outbound: createOutbound({ allow: [] }),
  log: pino({ level: 'silent' }),
  now: () => new Date(),
  template: 'tributary_sandbox_template',
});
host.advance(id);
// Continues until the process is killed, even if the clock fails.
setInterval(() => undefined, 60_000);
