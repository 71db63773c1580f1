import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { newClickId } from './click-id.ts';
import { ClickSpool } from './spool.ts';
import type { SpooledClick } from './spooled-click.ts';

let folder: string;
beforeEach(async () => {
  const parent = await mkdtemp(path.join(os.tmpdir(), 'tributary-spool-'));
  folder = path.join(parent, 'data', 'spool');
  return () => rm(parent, { recursive: true, force: true });
});

function openSpool(mostBytesInFile?: number): ClickSpool {
  const spool = new ClickSpool(folder, mostBytesInFile);
  onTestFinished(() => spool.close());
  return spool;
}

const spooled = (code = 'abc'): SpooledClick => ({
  ...{ id: newClickId(Date.now()), code, day: '2025-06-01', visitor: '0'.repeat(32), class: 0, source: 1 },
});
const files = () => readdir(folder);
/** Takes stock, and reads and removes all that is there. */
async function codesIn(spool: ClickSpool): Promise<string[]> {
  const codes: string[] = [];
  for (const name of await spool.pending()) {
    codes.push(...(await spool.read(name)).clicks.map(({ code }) => code));
    await spool.remove(name);
  }
  return codes;
}
const filePath = (name: string) => path.join(folder, name);

test('an empty spool has nothing to replay, before its folder is there and after', async () => {
  const spool = openSpool();
  expect(await spool.pending()).toEqual([]);
  await mkdir(folder, { recursive: true });
  expect(await spool.pending()).toEqual([]);
});

test('what was appended is read back, in order, and is gone when it is removed', async () => {
  const spool = openSpool();
  const [one, two, three] = [spooled('one'), spooled('two'), spooled('three')];
  await spool.append([one, two]);
  await spool.append([three]);
  const [name] = await spool.pending();
  expect(await spool.read(name!)).toEqual({ clicks: [one, two, three], broken: 0 });
  await spool.remove(name!);
  expect(await spool.pending()).toEqual([]);
  await spool.remove(name!);
  expect(await spool.read(name!)).toEqual({ clicks: [], broken: 0 });
});

test('clicks that come after taking stock are in another file', async () => {
  const spool = openSpool();
  await spool.append([spooled('before')]);
  const [first] = await spool.pending();
  await spool.append([spooled('after')]);
  await spool.remove(first!);
  const [second, ...none] = await spool.pending();
  expect(none).toEqual([]);
  expect((await spool.read(second!)).clicks.map(({ code }) => code)).toEqual(['after']);
});

test('appending and taking stock at once loses nothing', async () => {
  const spool = openSpool(2_000);
  const codes = Array.from({ length: 60 }, (_, index) => `click${index}`);
  const read: string[] = [];
  const take = async () => {
    for (const name of await spool.pending()) {
      read.push(...(await spool.read(name)).clicks.map(({ code }) => code));
      await spool.remove(name);
    }
  };
  const taking = [take()];
  await Promise.all(
    codes.map(async (code, index) => {
      await spool.append([spooled(code)]);
      if (index % 10 === 0) taking.push((taking.at(-1) as Promise<void>).then(take));
    }),
  );
  await Promise.all(taking);
  await take();
  expect(read.sort()).toEqual([...codes].sort());
});

test('a long absence makes several files, of which each can be read at once', async () => {
  const spool = openSpool(1_000);
  for (let batch = 0; batch < 5; batch++) await spool.append(Array.from({ length: 10 }, () => spooled()));
  const names = await spool.pending();
  expect(names).toHaveLength(5);
  for (const name of names) expect((await spool.read(name)).clicks).toHaveLength(10);
});

describe('a line', () => {
  async function fileWith(change: (file: string) => Promise<unknown>) {
    const spool = openSpool();
    await spool.append([spooled('one'), spooled('two')]);
    const [name] = await spool.pending();
    await change(filePath(name!));
    const { clicks, broken } = await spool.read(name!);
    await spool.remove(name!);
    return { codes: clicks.map(({ code }) => code), broken };
  }

  test('that is torn at the end was never acknowledged, and is passed over wherever it is torn', async () => {
    const whole = await fileWith(async () => undefined);
    expect(whole).toEqual({ codes: ['one', 'two'], broken: 0 });
    const line = JSON.stringify(spooled('torn'));
    for (const length of [1, 2, 30, line.length - 1]) {
      const { codes, broken } = await fileWith((file) => appendFile(file, `\n${line.slice(0, length)}`));
      expect([codes, broken]).toEqual([['one', 'two'], 0]);
    }
  });

  test('that lost its end to a crash costs no other line', async () => {
    const { codes, broken } = await fileWith(async (file) => truncate(file, (await readFile(file)).length - 20));
    expect([codes, broken]).toEqual([['one'], 0]);
  });

  test.each([
    ['no JSON', 'garbage'],
    ['zeros, as a lost block leaves them', '\0'.repeat(50)],
    ['another record', '{"a":1}'],
    ['null', 'null'],
    ['a number', '7'],
    ['an id that is none', JSON.stringify({ ...spooled(), id: 'x' })],
    ['a visitor that is none', JSON.stringify({ ...spooled(), visitor: '1' })],
    ['a day that is none', JSON.stringify({ ...spooled(), day: 'today' })],
    ['a class that is none', JSON.stringify({ ...spooled(), class: '0' })],
  ])('that is %s is counted as broken, and costs no other one', async (_, line) => {
    const { codes, broken } = await fileWith(async (file) => {
      await appendFile(file, `${line}\n`);
      await appendFile(file, `${JSON.stringify(spooled('three'))}\n`);
    });
    expect([codes, broken]).toEqual([['one', 'two', 'three'], 1]);
  });
});

describe('a file', () => {
  /** A process that does nothing until it is ended. */
  async function bystander(): Promise<{ pid: number; end: () => Promise<void> }> {
    const child: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("here")']);
    await once(child.stdout!, 'data');
    const exited = once(child, 'exit');
    const end = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    onTestFinished(end);
    return { pid: child.pid!, end };
  }

  /** Has another process append a click, and says which it was. */
  async function spoolInOtherProcess(): Promise<{ pid: number; end: () => Promise<void>; name: string }> {
    const script = `
      import { ClickSpool } from ${JSON.stringify(path.resolve('src/domains/clicks/spool.ts'))};
      await new ClickSpool(${JSON.stringify(folder)}).append([${JSON.stringify(spooled('other'))}]);
      console.log('appended');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    const end = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    onTestFinished(end);
    const [name] = await files();
    return { pid: child.pid!, end, name: name! };
  }

  test('of another process that lives is left alone, and is taken once that one is dead', async () => {
    const other = await spoolInOtherProcess();
    const spool = openSpool();
    expect(await spool.pending()).toEqual([]);
    await other.end();
    expect(await codesIn(spool)).toEqual(['other']);
  });

  test('of a dead process is taken although its pid is a living stranger’s by now', async () => {
    const stranger = await bystander();
    await mkdir(folder, { recursive: true });
    await writeFile(filePath(`clicks-${stranger.pid}-0123abcd-1.ndjson`), `${JSON.stringify(spooled('left'))}\n`);
    expect(await codesIn(openSpool())).toEqual(['left']);
  });

  test('of an earlier process with our own pid is taken, as in a container that was started again', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(filePath(`clicks-${process.pid}-0123abcd-1.ndjson`), `${JSON.stringify(spooled('left'))}\n`);
    expect(await codesIn(openSpool())).toEqual(['left']);
  });

  test('of anything else is left alone', async () => {
    await mkdir(folder, { recursive: true });
    for (const name of ['notes.txt', 'clicks-1.ndjson', 'clicks-1-0123abcd-1.ndjson.broken'])
      await writeFile(filePath(name), 'x');
    expect(await openSpool().pending()).toEqual([]);
  });

  test('in quarantine is kept and not replayed again, also when two processes put it there', async () => {
    const spool = openSpool();
    await spool.append([spooled()]);
    const [name] = await spool.pending();
    await spool.quarantine(name!);
    await spool.quarantine(name!);
    expect(await spool.pending()).toEqual([]);
    expect(await files()).toEqual([`${name}.broken`]);
  });

  test('can be read by nobody else', async () => {
    await openSpool().append([spooled()]);
    const { stat } = await import('node:fs/promises');
    expect((await stat(filePath((await files())[0]!))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});

describe('two that take each other for dead, as processes in two containers on one folder do,', () => {
  test('never read the same file', async () => {
    const [dead, one, other] = [openSpool(), openSpool(), openSpool()];
    await dead.append([spooled('left')]);
    const found = await Promise.all([codesIn(one), codesIn(other)]);
    expect(found.flat()).toEqual(['left']);
  });

  test('lose nothing of what is written to a file after it was taken over', async () => {
    const [writer, other] = [openSpool(), openSpool()];
    await writer.append([spooled('before')]);
    const [taken] = await other.pending();
    expect((await other.read(taken!)).clicks.map(({ code }) => code)).toEqual(['before']);
    await writer.append([spooled('after')]);
    await other.remove(taken!);
    expect(await codesIn(writer)).toEqual(['after']);
  });

  test('lose nothing while one writes and the other takes over and reads at the same time, again and again', async () => {
    const [writer, other] = [openSpool(), openSpool()];
    const codes = Array.from({ length: 300 }, (_, index) => `click${index}`);
    const read = new Set<string>();
    for (const code of codes) {
      const [found] = await Promise.all([codesIn(other), writer.append([spooled(code)])]);
      for (const one of found) read.add(one);
    }
    for (const code of await codesIn(other)) read.add(code);
    expect(codes.filter((code) => !read.has(code))).toEqual([]);
  });
});

test('a disk that refuses is an error each time, leaves no heap of files, and works again afterwards', async () => {
  await mkdir(path.dirname(folder), { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  const spool = openSpool();
  for (let attempt = 0; attempt < 3; attempt++) await expect(spool.append([spooled()])).rejects.toThrow();
  await rm(folder);
  await spool.append([spooled('kept')]);
  const [name] = await spool.pending();
  expect((await spool.read(name!)).clicks.map(({ code }) => code)).toEqual(['kept']);
});
