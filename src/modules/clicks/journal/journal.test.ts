import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../../tests/harness/embedded.ts';
import { newClickId } from '../click-id.ts';
import { encodeFrame, type LoggedClick } from './frame.ts';
import { type Damage, JournalReader } from './journal-reader.ts';
import { JournalFull, type JournalLimits, JournalWriter } from './journal-writer.ts';
import { Journals } from './journals.ts';
import { migrateSpool } from './migrate-spool.ts';
import { listSegments, segmentPath } from './segments.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'tributary-journal-'));
  folder = path.join(parent, 'data', 'clicks', 'own');
  return () => rm(parent, { recursive: true, force: true });
});

const logged = (code = 'abc'): LoggedClick => ({
  id: newClickId(Date.now()),
  code,
  day: '2025-06-01',
  visitor: '0'.repeat(32),
  class: 0,
  source: 1,
});

function openWriter(limits?: JournalLimits): JournalWriter {
  const writer = new JournalWriter(folder, limits);
  onTestFinished(() => writer.roll());
  return writer;
}

/** Codes of the clicks from a position on, and the damages. */
async function read(position = 0, of = folder) {
  const damages: Damage[] = [];
  const reader = new JournalReader(of, position, (damage) => damages.push(damage));
  const codes: string[] = [];
  const places: number[] = [];
  for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
    places.push(frame.first);
    codes.push(...frame.clicks.map(({ code }) => code));
  }
  reader.finish();
  await reader.close();
  return { codes, places, damages };
}
const append = async (writer: JournalWriter, ...codes: string[]) => writer.append(codes.map((code) => logged(code)));

describe('appended frames', () => {
  test('is read in order, from any position, also over segments', async () => {
    const writer = openWriter({ segmentBytes: 200 });
    for (let number = 0; number < 12; number += 2)
      expect(await append(writer, `c${number}`, `c${number + 1}`)).toBe(number);
    expect((await listSegments(folder)).length).toBeGreaterThan(2);
    for (let position = 0; position <= 12; position++) {
      const expected = Array.from({ length: 12 - position }, (_, index) => `c${position + index}`);
      expect(await read(position)).toMatchObject({ codes: expected, damages: [] });
    }
  });

  test('is read while the segment is written, whose end is zeros', async () => {
    const writer = openWriter({ segmentBytes: 700_000 });
    const damages: Damage[] = [];
    const reader = new JournalReader(folder, 0, (damage) => damages.push(damage));
    expect(await reader.next()).toBeNull();
    const codes = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(250, 'c'));
    for (let round = 0; round < 4; round++) {
      const first = await append(writer, ...codes);
      expect(await reader.next()).toMatchObject({ first, clicks: codes.map((code) => ({ code })) });
      expect(await reader.next()).toBeNull();
    }
    expect((await listSegments(folder)).length).toBe(2);
    reader.finish();
    await reader.close();
    expect(damages).toEqual([]);
  });

  test('that end a segment have no zeros after them', async () => {
    const writer = openWriter();
    const click = logged();
    await writer.append([click]);
    const { file } = (await listSegments(folder))[0]!;
    const frame = encodeFrame([click], 0);
    expect((await readFile(file)).subarray(frame.length).every((byte) => byte === 0)).toBe(true);
    expect((await stat(file)).size).toBeGreaterThan(100_000);
    expect(await read()).toMatchObject({ codes: ['abc'], damages: [] });
    await writer.roll();
    expect(await readFile(file)).toEqual(frame);
  });

  test('is visible only to the owner', async () => {
    await append(openWriter(), 'a');
    const { mode } = await import('node:fs').then(({ statSync }) => statSync(segmentPath(folder, 0)));
    expect(mode & 0o777).toBe(0o600);
  });

  test('is removed when it has been carried and its segment is closed', async () => {
    const writer = openWriter({ segmentBytes: 200 });
    for (let number = 0; number < 12; number++) await append(writer, `c${number}`);
    const before = await listSegments(folder);
    await writer.removeCarried(before[1]!.first - 1);
    expect(await listSegments(folder)).toEqual(before);
    await writer.removeCarried(before[1]!.first);
    expect(await listSegments(folder)).toEqual(before.slice(1));
    await writer.removeCarried(12);
    await append(writer, 'last');
    expect((await read()).codes).toEqual(['last']);
    await writer.roll();
    await writer.removeCarried(13);
    expect(await listSegments(folder)).toEqual([]);
    expect(writer.bytes).toBe(0);
  });

  test('is refused while the journal is full, and accepted when space is free', async () => {
    const writer = openWriter({ segmentBytes: 200, journalBytes: 500 });
    let kept = 0;
    await expect(
      (async () => {
        for (; ; kept++) await append(writer, `c${kept}`);
      })(),
    ).rejects.toThrow(JournalFull);
    expect(kept).toBeGreaterThan(3);
    await writer.removeCarried(kept);
    await append(writer, 'after');
    expect((await read()).codes.at(-1)).toBe('after');
  });

  test('and not stored, because the disk refuses, leaves only a gap', async () => {
    const writer = openWriter();
    await append(writer, 'a');
    await writer.roll();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    await expect(append(writer, 'b')).rejects.toThrow();
    await rm(folder);
    await append(writer, 'c');
    expect((await read()).codes).toEqual(['c']);
  });
});

describe('a journal with a place that cannot be read', () => {
  test('at the torn end of a segment has everything before it, and the segments after it', async () => {
    const writer = openWriter();
    await append(writer, 'a', 'b');
    await writer.roll();
    await append(writer, 'c');
    await writer.roll();
    for (const bytes of [1, 20, 30, 60]) {
      const file = segmentPath(folder, 0);
      const whole = await readFile(file);
      const torn = encodeFrame([logged('torn')], 7).subarray(0, bytes);
      const tornBytes = torn.findLastIndex((byte) => byte !== 0) + 1;
      for (const zeros of [0, 1, 1_000]) {
        await appendFile(file, Buffer.concat([torn, Buffer.alloc(zeros)]));
        const { codes, damages } = await read();
        expect(codes).toEqual(['a', 'b', 'c']);
        expect(damages).toEqual([{ file, at: whole.length, bytes: tornBytes, atEnd: true }]);
        await truncate(file, whole.length);
      }
    }
  });

  test('which was read while it was written, is read again', async () => {
    const writer = openWriter();
    for (const code of ['a', 'b', 'c']) await append(writer, code);
    const file = segmentPath(folder, 0);
    const bytes = await readFile(file);
    const second = bytes.indexOf('TCL1', 1);
    for (const from of [second, second + 5, second + 40]) {
      const early = Buffer.from(bytes).fill(0, from, bytes.indexOf('TCL1', second + 1));
      await writeFile(file, early);
      const damages: Damage[] = [];
      const reader = new JournalReader(folder, 0, (damage) => damages.push(damage));
      expect(await reader.next()).toMatchObject({ first: 0 });
      await writeFile(file, bytes);
      expect(await reader.next()).toMatchObject({ first: 1, clicks: [{ code: 'b' }] });
      expect(await reader.next()).toMatchObject({ first: 2, clicks: [{ code: 'c' }] });
      reader.finish();
      await reader.close();
      expect(damages).toEqual([]);
    }
  });

  test('in the middle leaves the frames on both sides readable', async () => {
    const writer = openWriter();
    for (const code of ['a', 'b', 'c']) await append(writer, code);
    await writer.roll();
    const file = segmentPath(folder, 0);
    const bytes = await readFile(file);
    const frame = bytes.length / 3;
    for (const place of [frame, frame + 5, frame + 30, 2 * frame - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[place]! ^= 0xff;
      await writeFile(file, damaged);
      const { codes, damages } = await read();
      expect([place, codes]).toEqual([place, ['a', 'c']]);
      expect(damages).toEqual([{ file, at: frame, bytes: frame, atEnd: false }]);
    }
    await writeFile(file, Buffer.concat([bytes.subarray(0, frame), bytes.subarray(2 * frame)]));
    expect(await read()).toMatchObject({ codes: ['a', 'c'], places: [0, 2], damages: [] });
  });
});

describe('the journal of another process', () => {
  const script = 'setInterval(() => {}, 1000); process.stdout.write("up")';
  async function otherProcess(): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout!, 'data');
    return child;
  }
  /** A journal as a process would have named it. */
  async function journalOf(journals: Journals, pid: number): Promise<string> {
    const { processLife } = await import('../../../platform/database/embedded/processes.ts');
    const { createHash } = await import('node:crypto');
    const life = createHash('sha256').update(processLife(pid)!).digest('hex').slice(0, 8);
    const name = `${journals.newName().slice(0, 8)}-${pid}-${life}-00000001`;
    await mkdir(journals.pathOf(name), { recursive: true });
    await writeFile(segmentPath(journals.pathOf(name), 0), encodeFrame([logged()], 0));
    return name;
  }

  test('is left to it while it lives, and is ours when it has ended', async () => {
    const journals = await Journals.open(path.dirname(folder));
    const child = await otherProcess();
    const name = await journalOf(journals, child.pid!);
    expect(await journals.leftBehind('own')).toEqual([]);
    expect(await journals.removeCarried(name, Date.now())).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await journals.leftBehind('own')).toEqual([name]);
    expect(await journals.removeCarried(name, Date.now())).toBe(true);
    expect(await readdir(path.dirname(folder))).toEqual([]);
  });

  test('of another host is carried, and removed only when it has not been written for a day', async () => {
    const journals = await Journals.open(path.dirname(folder));
    const name = '00000000-1-00000000-00000001';
    await mkdir(journals.pathOf(name), { recursive: true });
    const file = segmentPath(journals.pathOf(name), 0);
    await writeFile(file, encodeFrame([logged()], 0));
    expect(await journals.leftBehind('own')).toEqual([name]);
    expect(await journals.removeCarried(name, Date.now())).toBe(false);
    const longAgo = new Date(Date.now() - 25 * 60 * 60_000);
    for (const one of [file, journals.pathOf(name)]) await utimes(one, longAgo, longAgo);
    expect(await journals.removeCarried(name, Date.now())).toBe(true);
  });

  test('is no other folder', async () => {
    const journals = await Journals.open(path.dirname(folder));
    for (const name of ['own', 'refused', 'x', '..'])
      await mkdir(path.join(path.dirname(folder), name), { recursive: true });
    expect(await journals.leftBehind('own')).toEqual([]);
    const names = new Set(Array.from({ length: 100 }, () => journals.newName()));
    expect(names.size).toBe(100);
  });
});

describe('the spool of an earlier version', () => {
  test('becomes a journal once, with any other files in the folder', async () => {
    const spool = path.join(parent, 'data', 'spool');
    await mkdir(spool, { recursive: true });
    const clicks = [logged('a'), logged('b')];
    const lines = clicks.map((click) => `${JSON.stringify(click)}\n`).join('\n');
    await writeFile(path.join(spool, 'clicks-1-00000000-1.ndjson'), `\n${lines}{"id":"torn`);
    await writeFile(path.join(spool, 'clicks-1-00000000-2.ndjson'), `no click\n${JSON.stringify(logged('c'))}\n`);
    const journals = path.dirname(folder);
    for (let time = 0; time < 2; time++)
      await migrateSpool(spool, journals, path.join(journals, 'refused'), silentLog());
    const names = await (await Journals.open(journals)).leftBehind('own');
    const found = await Promise.all(names.map(async (name) => (await read(0, path.join(journals, name))).codes));
    expect(found.flat().sort()).toEqual(['a', 'b', 'c']);
    expect(await readdir(path.join(journals, 'refused'))).toEqual(['clicks-1-00000000-2.ndjson']);
    expect(await readdir(path.dirname(spool))).toEqual(['clicks']);
  });

  test('and does not exist, is ignored', async () => {
    await migrateSpool(path.join(parent, 'nowhere'), path.dirname(folder), path.join(parent, 'refused'), silentLog());
    expect(await readdir(parent)).toEqual([]);
  });
});
