/** A separate process that stops on a signal, which takes the milliseconds of its argument: run with `--import tsx <this> <ms>`. */
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { stopOnSignal } from '../../src/stop-on-signal.ts';

stopOnSignal(() => delay(Number(process.argv[2])), {
  graceMs: 60_000,
  log: pino({ level: 'silent' }),
  announce: (line) => console.log(line),
});
setInterval(() => {}, 60_000);
console.log('Ready.');
