/**
 * Backs up a running server and restores the backup into another folder, with the commands of docs/operations.md.
 *
 *   npx tsx tests/faults/backup.ts [clients = 16] [port = 4600]
 *
 * Prints the contents and the duration. The exit code is 1 if the audit of the restored books fails, a click acknowledged before the backup
 * is missing, or an altered copy passes the audit.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeDataDir, printTable, withDatabase } from './audit.ts';
import { startServer } from './server-process.ts';
import { sendShoppers } from './shoppers.ts';

const [clients = 16, port = 4600] = process.argv.slice(2).map(Number);
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FEWEST_CLICKS = 2_000;

/** Runs a command of Tributary. @returns its exit code and duration */
async function cli(dataDir: string, ...args: string[]): Promise<{ code: number; seconds: number; said: string }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', ...args], {
    cwd: PROJECT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code: code ?? 1, seconds: Math.round((performance.now() - began) / 100) / 10, said };
}

/** Adds one to the cost of one click and updates the checksum. */
async function doctor(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
  const table = manifest.tables.find(({ name }: { name: string }) => name === 'public.clicks');
  const file = path.join(folder, table.file);
  const [first = '', ...rest] = gunzipSync(await readFile(file))
    .toString('utf8')
    .split('\n');
  const fields = first.split('\t');
  const at = table.columns.indexOf('cost_minor');
  fields[at] = String(Number(fields[at]) + 1);
  const text = [fields.join('\t'), ...rest].join('\n');
  await writeFile(file, gzipSync(text));
  table.sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const failures: string[] = [];
const must = (holds: boolean, what: string) => {
  if (!holds) failures.push(what);
};
const folders = [await makeDataDir(), await makeDataDir(), await makeDataDir()] as const;
const [served, restored, doctored] = folders.map(({ dataDir }) => dataDir) as [string, string, string];
const saved = path.join(served, 'backup');
const forged = path.join(doctored, 'backup');
try {
  const server = await startServer({ port, dataDir: served });
  const codes = await withDatabase(served, async (pool) => {
    const { rows } = await pool.query<{ code: string }>('SELECT code FROM links ORDER BY id LIMIT 50');
    return rows.map(({ code }) => code);
  });
  const shoppers = sendShoppers({ clients, ports: [port], codes });
  while (shoppers.acknowledged.length < FEWEST_CLICKS) await new Promise((resolve) => setTimeout(resolve, 50));
  const before = [...shoppers.acknowledged];
  const backup = await cli(served, 'backup', saved);
  const during = shoppers.acknowledged.length - before.length;
  await shoppers.stop();
  const failed = [...shoppers.failures.values()].reduce((sum, count) => sum + count, 0);
  must(backup.code === 0, `the backup failed: ${backup.said}`);
  must(failed === 0, `${failed} shoppers were not redirected`);
  await server.stop();
  const back = await cli(restored, 'restore', saved);
  must(back.code === 0, `the restore failed: ${back.said}`);
  const audit = await cli(restored, 'audit');
  must(audit.code === 0, `the restored books have faults: ${audit.said}`);
  const found = await withDatabase(restored, async (pool) => {
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM clicks WHERE id = ANY ($1::uuid[])', [before]);
    return rows[0].n as number;
  });
  must(found === before.length, `${before.length - found} clicks from before the backup are missing`);
  await cp(saved, forged, { recursive: true });
  await doctor(forged);
  const forgedBack = await cli(doctored, 'restore', forged);
  must(forgedBack.code === 0, `the altered copy could not be restored: ${forgedBack.said}`);
  const caught = await cli(doctored, 'audit');
  must(caught.code === 1 && caught.said.includes('FAULT'), 'the audit did not find the alteration');
  const again = await startServer({ port, dataDir: restored });
  await again.stop();
  printTable([
    {
      'clicks before': before.length,
      'while it was made': during,
      'slowest shopper ms': Math.round(shoppers.slowestMs),
      'backup s': backup.seconds,
      'restore s': back.seconds,
      'audit s': audit.seconds,
      'missing after': before.length - found,
      doctored: caught.code === 1 ? 'found' : 'not found',
    },
  ]);
  console.log(
    backup.said.trim(),
    '\n',
    caught.said.split('\n').find((line) => line.startsWith('FAULT')),
  );
} finally {
  for (const { remove } of folders) await remove();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;
