/**
 * Repeatedly kills all processes of the embedded PostgreSQL during a load of clicks and orders. The server restarts it.
 *
 *   npx tsx tests/faults/kill-database.ts [kills = 5]
 *
 * With synchronous_commit off the clicks must come back, too: a commit then only fills PostgreSQL's WAL buffers, which are shared
 * memory and die with the last of its processes; the journal's position dies with them, and the clicks are carried again. Control:
 * orders, which have no journal, must be found missing then; and so must clicks when the position is moved in a transaction of its
 * own. What PostgreSQL has written, though not synced, is the kernel's and survives any kill, so such a run shows nothing about
 * `fsync`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { objectionsTo, printTable } from './audit.ts';
import { type KillArm, killUnderLoad, rowOf } from './kill-under-load.ts';
import { killPostgres } from './postgres-process.ts';
import { metricOf, statusOf, waitUntil } from './server-process.ts';
import { shareSentOn } from './shoppers.ts';
import { conclude } from './verdict.ts';

const [kills = 5] = process.argv.slice(2).map(Number);
const CONTROL_KILLS = 4;
const BACK_WITHIN_MS = 10_000;

/**
 * Unknown links are looked up in the database, and clicks are written to it. Under continuous load some of these statements always
 * wait.
 */
const kill: KillArm['kill'] = async (server, { port, dataDir }) => {
  await killPostgres(dataDir);
  await delay(100);
  await waitUntil(
    'the database is back and takes clicks',
    async () =>
      (await statusOf(port, '/r/nothing-here')) === 404 &&
      (await metricOf(port, 'tributary_click_database_unavailable')) === 0,
  );
  return server;
};
const promise: KillArm = { name: 'PostgreSQL killed', kills, kill };
// The click connection sets the option itself, so it is disabled inside each transaction.
const withoutSync: KillArm = {
  name: 'the same, synchronous_commit off',
  kills: CONTROL_KILLS,
  kill,
  sql: `CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM set_config('synchronous_commit', 'off', true); RETURN NULL; END $$;
    CREATE TRIGGER planted AFTER INSERT ON store_days FOR EACH STATEMENT EXECUTE FUNCTION planted();
    CREATE TRIGGER planted AFTER INSERT ON orders FOR EACH STATEMENT EXECUTE FUNCTION planted()`,
};

const held = await killUnderLoad(promise);
const unsynced = await killUnderLoad(withoutSync);
const control: KillArm = { ...withoutSync, name: 'control: position moved first', preload: './move-first.ts' };
const planted = await killUnderLoad(control);
const rowWithGaps = (arm: KillArm, result: typeof held) => ({
  ...rowOf(arm, result),
  'sent on': `${(100 * shareSentOn(result.shoppers)).toFixed(2)} %`,
  'longest gap ms': Math.round(result.shoppers.longestGapMs),
});
printTable([rowWithGaps(promise, held), rowWithGaps(withoutSync, unsynced), rowWithGaps(control, planted)]);
const wrong = objectionsTo(held);
if (held.shoppers.failures.size > 0) wrong.push(`shoppers not sent on: ${JSON.stringify([...held.shoppers.failures])}`);
if (held.backMs > BACK_WITHIN_MS) wrong.push(`back only after ${Math.round(held.backMs)} ms`);
if (unsynced.lost > 0 || unsynced.doubled > 0)
  wrong.push('clicks of commits that PostgreSQL lost did not come back once');
if (unsynced.ordersLost === 0) wrong.push('the control of lost commits was not detected');
if (planted.lost === 0) wrong.push('the control was not detected');
conclude(wrong);
