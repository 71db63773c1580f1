import fs from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/harness/embedded.ts';
import { rotate } from './server-log.ts';

let file: string;
beforeEach(async () => {
  file = await temporaryFolder('postgresql.log');
});

test('a large log is moved aside, and its writer continues in the emptied file', async () => {
  const writer = await fs.open(file, 'a');
  await writer.write('x'.repeat(9 * 1024 * 1024));
  await rotate(file);
  await writer.write('after\n');
  await writer.close();
  expect(await fs.readFile(file, 'utf8')).toBe('after\n');
  expect((await fs.stat(`${file}.1`)).size).toBe(9 * 1024 * 1024);
});

test('a small or missing log is left unchanged', async () => {
  await rotate(file);
  await fs.writeFile(file, 'short\n');
  await rotate(file);
  expect(await fs.readFile(file, 'utf8')).toBe('short\n');
  await expect(fs.stat(`${file}.1`)).rejects.toThrow('ENOENT');
});
