import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Chance } from '../../src/demo/random.ts';

/** The possible durations of a stall. */
const STALLS_MS = [150, 350, 600, 1_200, 2_200];
const LONGEST_PAUSE_MS = 900;

/**
 * Runs a command with simulated stalls, as on a machine that has just resumed or is shared: from time to time all of its processes,
 * or one of them, are stopped. A test that fails only then is flaky on other machines too.
 *
 *   npx tsx tests/faults/stall.ts --seed 1 -- npx vitest run src/modules/orders
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
  const [command, ...words] = positionals;
  if (command === undefined) throw new Error('Usage: tests/faults/stall.ts [--seed N] -- command …');
  const chance = new Chance(Number(values.seed ?? Date.now() % 1_000_000));
  const child = spawn(command, words, { stdio: 'inherit' });
  const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  const isOver = ended.then(() => true);
  let stalls = 0;
  while (!(await Promise.race([isOver, sleep(chance.below(LONGEST_PAUSE_MS), false)]))) {
    const all = processesBelow(child.pid!);
    const still = chance.below(2) === 0 ? all : [chance.pick(all)];
    for (const pid of still) signal(pid, 'SIGSTOP');
    await sleep(chance.pick(STALLS_MS));
    for (const pid of still.reverse()) signal(pid, 'SIGCONT');
    stalls += 1;
  }
  console.log(`${stalls} stalls`);
  return ended;
}

/** Returns a process and all of its descendants. */
function processesBelow(root: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found) for (const [pid, ppid] of pairs) if (ppid === parent) found.push(pid!);
  return found;
}

/** A process that has ended in the meantime needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

process.exitCode = await main();
