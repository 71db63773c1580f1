import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureOutput } from '../../tests/harness/command-output.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts';
import { createMarket } from '../../tests/harness/market.ts';
import { run } from './cli.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'tributary-cli-import-'));
  await createMarket(database.pool).user({ email: 'ann@people.example' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = captureOutput();

const cli = (...args: string[]) => run(args, { DATABASE_URL: database.url, LOG_LEVEL: 'silent' }, Readable.from([]));
async function fileOf(name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
const rowsOf = async (table: string) => (await database.pool.query(`SELECT * FROM ${table} ORDER BY 1`)).rows;

describe('media import and influencers import', () => {
  it('accept a file, and the same file again', async () => {
    const media = await fileOf(
      'a.csv',
      'user_email,media_type,media_id,username\nann@people.example,video,v1,anntube\n',
    );
    expect(await cli('media', 'import', media)).toBe(0);
    expect(written.out).toBe('');
    expect(written.err).toContain('1 rows read, 1 media new or changed, 0 rows refused.');
    const before = await rowsOf('user_media');
    expect(before).toHaveLength(1);
    expect(await cli('media', 'import', media)).toBe(0);
    expect(written.err).toContain('1 rows read, 0 media new or changed, 0 rows refused.');
    expect(await rowsOf('user_media')).toEqual(before);
  });

  it('keep valid rows, report others by row and field, and exit with 1', async () => {
    const lines = ['{"user_email":"ann@people.example","performance":1.5}', '{"performance":-1}', '[]'];
    expect(await cli('influencers', 'import', await fileOf('a.jsonl', lines.join('\n')))).toBe(1);
    expect(written.out.trim().split('\n').sort()).toEqual([
      'row 2: performance must be at least 0',
      'row 3: must be an object',
    ]);
    expect(written.err).toContain('3 rows read, 1 influencers new or changed, 2 rows refused.');
    expect(await rowsOf('influencers')).toMatchObject([{ performance: '1.5000' }]);
  });

  it('report their progress', async () => {
    const rows = Array.from({ length: 20_500 }, () => 'ann@people.example,0.5');
    const file = await fileOf('long.csv', ['user_email,branding', ...rows].join('\n'));
    expect(await cli('influencers', 'import', file)).toBe(0);
    expect(written.err.split('\n').filter((line) => line.endsWith('…'))).toEqual(['10000 rows …', '20000 rows …']);
  });

  it('exit with 1 and a message for an unreadable file', async () => {
    const cases: [string, RegExp][] = [
      [await fileOf('b.csv', 'user_email,colour\n'), /There is no column colour/],
      [await fileOf('b.xlsx', 'PK'), /must be a \.csv/],
      [path.join(folder, 'none.csv'), /ENOENT/],
    ];
    for (const [file, says] of cases) {
      written.err = '';
      expect(await cli('media', 'import', file)).toBe(1);
      expect(written.err).toMatch(says);
      expect(written.err).not.toMatch(/ at /);
    }
  });

  it.each([
    [['media']],
    [['media', 'import']],
    [['influencers', 'export', 'a.csv']],
    [['media', 'import', 'a.csv', 'b.csv']],
  ])('exit with 2 for invalid arguments: %s', async (args) => {
    expect(await cli(...args)).toBe(2);
    expect(written.err).toContain('Usage: tributary COMMAND\n');
  });
});
