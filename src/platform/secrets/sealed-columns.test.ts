import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { hasUnsealed, resealOld, type SealedColumn, sealUnsealed } from './sealed-columns.ts';
import { createVault } from './vault.ts';

const { db, pool } = await createTestDatabase();
await pool.query('CREATE TABLE safe (id bigint PRIMARY KEY, name text NOT NULL, content bytea, print bytea)');

const COLUMN: SealedColumn = {
  table: 'safe',
  column: 'content',
  key: 'id',
  named: 'name',
  place: (name) => `safe/${name}`,
  fingerprint: {
    column: 'print',
    of: (content) => content.toString(),
  },
};
const [first, second] = [randomBytes(32), randomBytes(32)];
const ROWS = 450;

/** Rows in clear, as a migration leaves them. */
async function fill(): Promise<void> {
  await pool.query(
    `INSERT INTO safe (id, name, content) SELECT n, 'row-' || n, convert_to('secret ' || n, 'UTF8') FROM generate_series(1, $1::bigint) n`,
    [ROWS],
  );
  await pool.query(`INSERT INTO unsealed_secrets SELECT 'safe', 'content', id FROM safe`);
}

const contents = async () =>
  (
    await pool.query<{ id: number; name: string; content: Buffer; print: Buffer | null }>(
      'SELECT * FROM safe ORDER BY id',
    )
  ).rows;

afterEach(() => pool.query('TRUNCATE safe, unsealed_secrets'));

describe('Secrets that an earlier version stored in clear', () => {
  it('are encrypted once each by two processes that start at the same time', async () => {
    await fill();
    const vault = createVault([first]);
    const sealed = await Promise.all([sealUnsealed(db, vault, [COLUMN]), sealUnsealed(db, vault, [COLUMN])]);
    expect(sealed[0]! + sealed[1]!).toBe(ROWS);
    expect(await hasUnsealed(db)).toBe(false);
    const rows = await contents();
    expect(rows.map(({ name, content }) => vault.open(content, `safe/${name}`).toString())).toEqual(
      rows.map(({ id }) => `secret ${id}`),
    );
    expect(await sealUnsealed(db, vault, [COLUMN])).toBe(0);
  });

  it('stay listed when their column is unknown to this version', async () => {
    await fill();
    await expect(sealUnsealed(db, createVault([first]), [])).rejects.toThrow('safe.content is not a sealed column');
    expect(await hasUnsealed(db)).toBe(true);
  });

  it('need nothing when the row was deleted or emptied before', async () => {
    await fill();
    await pool.query('DELETE FROM safe WHERE id > 1');
    await pool.query('UPDATE safe SET content = NULL');
    expect(await sealUnsealed(db, createVault([first]), [COLUMN])).toBe(0);
    expect(await hasUnsealed(db)).toBe(false);
  });
});

describe('A new key', () => {
  it('encrypts everything that the previous one encrypted, and renews fingerprints', async () => {
    await fill();
    await sealUnsealed(db, createVault([first]), [COLUMN]);
    const both = createVault([second, first]);
    const done = await Promise.all([resealOld(db, both, [COLUMN]), resealOld(db, both, [COLUMN])]);
    expect(done.map(({ unreadable }) => unreadable)).toEqual([0, 0]);
    const alone = createVault([second]);
    for (const { id, name, content, print } of await contents()) {
      expect(alone.open(content, `safe/${name}`).toString()).toBe(`secret ${id}`);
      expect(print).toEqual(alone.fingerprint(`secret ${id}`));
    }
    expect(await resealOld(db, both, [COLUMN])).toEqual({ resealed: 0, unreadable: 0 });
  });

  it('reports what neither key can decrypt, and encrypts the rest', async () => {
    await fill();
    await sealUnsealed(db, createVault([first]), [COLUMN]);
    await pool.query('UPDATE safe SET content = $1 WHERE id = 7', [
      createVault([randomBytes(32)]).seal(Buffer.from('x'), 'safe/row-7'),
    ]);
    expect(await resealOld(db, createVault([second, first]), [COLUMN])).toEqual({ resealed: ROWS - 1, unreadable: 1 });
  });
});
