import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { Click } from '../src/modules/clicks/batch.ts';
import { ClickDatabase } from '../src/modules/clicks/click-database.ts';
import { newClickId } from '../src/modules/clicks/click-id.ts';
import { Profiles } from '../src/modules/clicks/profiles.ts';
import { completeDatabase } from '../src/platform/complete-database.ts';
import { startEmbeddedDatabase } from '../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../src/platform/database/migrate.ts';
import { LINKS, MARKET_SQL } from './redirect.ts';
import { printTable } from './report.ts';

const SIZES = [50, 200, 1_000, 5_000, 20_000];
const CLICKS = 40_000;
const TICKS_PER_SECOND = 100;
const log = pino({ level: 'silent' });

/** CPU seconds that a process has used. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * The cost of carrying a click by batch size: CPU time of PostgreSQL's process and of this process, and the time of a batch. In the market of the
 * redirect's benchmark: 10,000 links at random. Every visitor is new and from a new network, which is limited or exempt.
 */
export async function runCarryBench(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-bench-'));
  await chmod(dataDir, 0o755);
  const embedded = await startEmbeddedDatabase({ dataDir, log });
  const pool = new pg.Pool({ connectionString: embedded.url, max: 4 });
  pg.types.setTypeParser(20, Number);
  const profiles = new Profiles(pool, 50_000);
  const database = new ClickDatabase(embedded.url, profiles, { connectMs: 10_000, statementMs: 60_000 });
  try {
    await migrate(embedded.url, migrationsFolder(), log, completeDatabase);
    await pool.query(MARKET_SQL);
    const day = new Date().toISOString().slice(0, 10);
    await pool.query('SELECT ensure_click_months($1, $1)', [day]);
    await pool.query('SELECT ensure_visitor_days($1, $1)', [day]);
    const codes = Array.from({ length: LINKS }, (_, index) => `bench${index + 1}`);
    const known = [...(await profiles.reload(codes, 0)).values()];
    const journal = 'bench';
    let position = await database.positionOf(journal);
    const batchOf = (size: number, hasNetworks = true) =>
      Array.from({ length: size }, (): Click => {
        const profile = known[Math.floor(Math.random() * known.length)]!;
        const visitor = randomBytes(16).toString('hex');
        const network = hasNetworks ? randomBytes(16).toString('hex') : null;
        return { id: newClickId(Date.now()), profile, day, visitor, network, class: 0, source: 0 };
      });
    const carry = async (clicks: readonly Click[]) => {
      const to = position + clicks.length;
      const prepared = await database.prepare(clicks, false);
      if (!(await database.carry(prepared, { journal, from: position, to }))) throw new Error('position moved');
      position = to;
    };
    for (let warmUp = 0; warmUp < 10; warmUp++) await carry(batchOf(2_000));
    const { rows } = await pool.query(`SELECT pid FROM pg_stat_activity WHERE application_name = 'tributary clicks'`);
    const pid = rows[0].pid as number;
    const table: Record<string, string | number>[] = [];
    for (const [size, hasNetworks] of SIZES.flatMap(
      (size) =>
        [
          [size, true],
          [size, false],
        ] as const,
    )) {
      const batches = Array.from({ length: Math.ceil(CLICKS / size) }, () => batchOf(size, hasNetworks));
      const before = { theirs: await cpuSeconds(pid), ours: process.cpuUsage(), at: performance.now() };
      for (const batch of batches) await carry(batch);
      const clicks = batches.length * size;
      const ours = process.cpuUsage(before.ours);
      const ms = performance.now() - before.at;
      table.push({
        'clicks a batch': size,
        networks: hasNetworks ? 'limited' : 'exempt',
        'PostgreSQL µs a click': ((((await cpuSeconds(pid)) - before.theirs) * 1e6) / clicks).toFixed(1),
        'Node µs a click': ((ours.user + ours.system) / clicks).toFixed(1),
        'ms a batch': (ms / batches.length).toFixed(1),
        'clicks a second': Math.round(clicks / (ms / 1_000)),
      });
    }
    printTable('Carrying clicks into the database', table);
  } finally {
    await database.disconnect();
    await pool.end();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.url === `file://${process.argv[1]}`) await runCarryBench();
