// npx tsx tests/fuzz/fuzz.ts [--requests 50000] [--seed 20261122] [--port 4700] Requests from our own OpenAPI document against the
// whole product on the demo market. Exit status 0 if no fault was found.
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { completeDatabase } from '../../src/platform/complete-database.ts';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded/embedded-database.ts';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { afterwards } from './afterwards.ts';
import { readGround } from './ground.ts';
import { People } from './people.ts';
import { type FuzzResult, fuzz } from './run.ts';
import { openTarget, secretsOf } from './target.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '20261122' },
    port: { type: 'string', default: '0' },
  },
});
const MB = 1024 * 1024;
const MAX_HEAP_GROWTH_BYTES = 150 * MB;
const LONGEST_HOLD_MS = 2_000;

const quiet = { debug() {}, info() {}, warn: console.error, error: console.error };
const parent = await mkdtemp(path.join(tmpdir(), 'tributary-fuzz-'));
process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
// As root, PostgreSQL runs as another user, who must be able to enter this folder.
await chmod(parent, 0o711);
const dataDir = path.join(parent, 'data');
const server = await startEmbeddedDatabase({ dataDir, log: quiet, testOnlyWithoutFsync: true });
await migrate(server.url, migrationsFolder(), quiet, completeDatabase);
const target = await openTarget(server.url, dataDir, Number(values.port));
const { pool } = target.database;
const secrets = secretsOf(target, dataDir, server.url);
const people = new People(target, secrets);
console.log(`fuzzing http://127.0.0.1:${target.port}, seed ${values.seed}`);
let printed = 0;
const result = await fuzz(
  {
    port: target.port,
    log: target.log,
    secrets,
    ground: () => readGround(pool, target.demo),
    credentials: () => people.credentials(),
  },
  {
    requests: Number(values.requests),
    seed: Number(values.seed),
    onRound: (done, { failures }) => {
      console.error(`${done}: ${failures.size} kinds of failure`);
      for (const { what, curl } of [...failures.values()].slice(printed)) console.error(`    ${what}\n        ${curl}`);
      printed = failures.size;
    },
  },
);
const wrong = [...boundsBroken(result), ...(await afterwards(target))];
await target.close();
await server.stop();
report(result);
for (const what of wrong) console.log(what);
process.exitCode = result.failures.size === 0 && wrong.length === 0 ? 0 : 1;

function boundsBroken({ heapBytes, loopMaxMs }: FuzzResult): string[] {
  const [early, late] = [Math.min(...heapBytes.slice(0, 10)), Math.min(...heapBytes.slice(-10))];
  return [
    ...(late - early > MAX_HEAP_GROWTH_BYTES ? [`the heap has grown by ${Math.round((late - early) / MB)} MB`] : []),
    ...(loopMaxMs > LONGEST_HOLD_MS ? [`the event loop was held for ${Math.round(loopMaxMs)} ms`] : []),
  ];
}

function report({ sent, failures, statuses, seconds, accepted, endpoints, ...more }: FuzzResult): void {
  for (const { what, count, curl } of failures.values()) console.log(`\n${count} x ${what}\n    ${curl}`);
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const heap = more.heapBytes.map((bytes) => bytes / MB);
  console.log(`
${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)} a second), ${failures.size} kinds of failure
statuses (0: no answer to what was no request)  ${byStatus.join(', ')}
endpoints that took something                   ${accepted.size} of ${endpoints}
drawn valid and taken                           ${more.validTaken} of ${more.validSent}
event loop held, generator included             p99 ${more.loopP99Ms.toFixed(0)} ms, at most ${more.loopMaxMs.toFixed(0)} ms, by one of ${more.heldBy.join(', ')}
heap                                            ${Math.round(Math.min(...heap.slice(0, 10)))} MB early, ${Math.round(Math.min(...heap.slice(-10)))} MB late, at most ${Math.round(Math.max(...heap))} MB`);
}
