import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/harness/embedded.ts';
import { processLife } from './processes.ts';
import { withStartLock } from './start-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  await fs.mkdir(folder);
});

test('one process at a time holds the lock, and every process gets it', async () => {
  let working = 0;
  let max = 0;
  const turns = Array.from({ length: 20 }, () =>
    withStartLock(folder, 20_000, async () => {
      max = Math.max(max, ++working);
      await new Promise((resolve) => setImmediate(resolve));
      working--;
      return 'done';
    }),
  );
  expect(new Set(await Promise.all(turns))).toEqual(new Set(['done']));
  expect(max).toBe(1);
});

test('a failed holder releases the lock', async () => {
  const failing = withStartLock(folder, 1_000, async () => {
    throw new Error('did not work');
  });
  await expect(failing).rejects.toThrow('did not work');
  expect(await withStartLock(folder, 1_000, async () => 'next')).toBe('next');
});

test('a holder that died, or whose pid now belongs to another process, loses the lock', async () => {
  const child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  const dead = { pid: child.pid as number, life: processLife(child.pid as number) };
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  for (const holder of [dead, { pid: process.pid, life: 'an earlier life' }]) {
    await fs.writeFile(path.join(folder, 'start.lock.900'), JSON.stringify(holder));
    expect(await withStartLock(folder, 0, async () => 'in')).toBe('in');
    for (const name of await fs.readdir(folder)) await fs.rm(path.join(folder, name));
  }
});

test('a file truncated by a power loss does not block the lock', async () => {
  await fs.writeFile(path.join(folder, 'start.lock.3'), '{"pid": 1');
  await fs.writeFile(path.join(folder, 'start.lock.4'), '');
  expect(await withStartLock(folder, 0, async () => 'in')).toBe('in');
  expect(await fs.readdir(folder)).toEqual(['start.lock.5']);
});

test('the message names a living holder that does not finish', async () => {
  const holder = { pid: process.pid, life: processLife(process.pid) };
  await fs.writeFile(path.join(folder, 'start.lock.1'), JSON.stringify(holder));
  await expect(withStartLock(folder, 30, async () => 'in')).rejects.toThrow(`Process ${process.pid}`);
});
