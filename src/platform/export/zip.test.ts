import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { zip } from './zip.ts';

const run = promisify(execFile);
const READER = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    bad = archive.testzip()
    print(json.dumps({'bad': bad, 'files': {i.filename: [archive.read(i).decode(), list(i.date_time)] for i in archive.infolist()}}))`;

it('writes archives that another program reads', async () => {
  const text = 'räksmörgås, '.repeat(5000);
  const entries = [
    { name: 'a/profile.json', content: Buffer.from(text) },
    { name: 'empty.csv', content: Buffer.alloc(0) },
  ];
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-zip-'));
  const file = path.join(folder, 'a.zip');
  const archive = await zip(entries, new Date('2030-05-05T12:34:56Z'));
  expect(archive.length).toBeLessThan(text.length / 10);
  await writeFile(file, archive);
  const { stdout } = await run('python3', ['-c', READER, file]).finally(() => rm(folder, { recursive: true }));
  const time = [2030, 5, 5, 12, 34, 56];
  expect(JSON.parse(stdout)).toEqual({ bad: null, files: { 'a/profile.json': [text, time], 'empty.csv': ['', time] } });
});
