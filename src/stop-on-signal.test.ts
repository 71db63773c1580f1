import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = path.resolve(import.meta.dirname, '../tests/harness/stopping-process.ts');

/** Starts a process that takes this long to stop, and waits until it is ready. */
async function start(stopMs: number) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', PROGRAM, String(stopMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await expect.poll(() => said).toContain('Ready.');
  return { child, ended, said: () => said };
}

// npm forwards a signal that the terminal has already sent to its child.
it.each(['SIGINT', 'SIGTERM'] as const)(
  'A process that gets %s twice in succession stops gracefully',
  async (signal) => {
    const { child, ended, said } = await start(500);
    child.kill(signal);
    await expect.poll(said).toContain('Stopping');
    child.kill(signal);
    child.kill(signal === 'SIGINT' ? 'SIGTERM' : 'SIGINT');
    expect(await ended).toBe(0);
    expect(said().split('\n').filter(Boolean)).toEqual(['Ready.', `Stopping (${signal}).`, 'Stopped.']);
  },
);

it('A process that is still signalled later ends at once', async () => {
  const { child, ended, said } = await start(600_000);
  const again = setInterval(() => child.kill('SIGTERM'), 100);
  onTestFinished(() => clearInterval(again));
  expect(await ended).toBe(1);
  expect(said()).not.toContain('Stopped.');
});
