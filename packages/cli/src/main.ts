import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Io } from './io.ts';
import { run } from './run.ts';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
// A reader such as `head` that closes the pipe early is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

/** Asks at the terminal; a secret is not shown while it is typed. */
const ask: NonNullable<Io['ask']> = async (question, { isSecret = false } = {}) => {
  process.stderr.write(`${question}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    return await reader.question('', { signal: interruption.signal });
  } finally {
    reader.close();
    if (isSecret) process.stderr.write('\n');
  }
};

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  out: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  ask: process.stdin.isTTY ? ask : null,
  signal: interruption.signal,
  fetch: (request) => fetch(request),
});
