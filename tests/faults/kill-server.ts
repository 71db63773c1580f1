/**
 * Repeatedly kills the server during a load of clicks and orders, and compares the acknowledged clicks and orders with the recorded ones.
 *
 *   npx tsx tests/faults/kill-server.ts [kills = 20]
 *
 * Control: for a server that acknowledges clicks before they are recorded, the check must find a loss.
 */
import { objectionsTo, printTable } from './audit.ts';
import { type KillArm, killUnderLoad, rowOf } from './kill-under-load.ts';
import { startServer } from './server-process.ts';
import { conclude } from './verdict.ts';

const [kills = 20] = process.argv.slice(2).map(Number);
const CONTROL_KILLS = 4;

const kill: KillArm['kill'] = async (server, options) => {
  await server.kill();
  return startServer(options);
};
const promise: KillArm = { name: 'server killed', kills, kill };
const control: KillArm = {
  name: 'control: acknowledged before recorded',
  kills: CONTROL_KILLS,
  kill,
  preload: './acknowledge-first.ts',
};

const held = await killUnderLoad(promise);
const planted = await killUnderLoad(control);
printTable([rowOf(promise, held), rowOf(control, planted)]);
conclude([...objectionsTo(held), ...(planted.lost > 0 ? [] : ['the control was not detected'])]);
