import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { combined, lookUpById } from './look-up.ts';

/** A look-up whose statements end when the test releases them. */
function controlled() {
  const batches: { keys: readonly number[]; end: (error?: Error) => void }[] = [];
  const find = combined((_handle: object, keys: readonly number[]) => {
    return new Promise<Map<number, string>>((resolve, reject) => {
      const found = () => resolve(new Map(keys.filter((key) => key > 0).map((key) => [key, `row ${key}`])));
      batches.push({ keys, end: (error) => (error === undefined ? found() : reject(error)) });
    });
  });
  return { batches, find, keys: () => batches.map((batch) => batch.keys) };
}

describe('Combined look-ups', () => {
  it('run at once up to the limit; the other keys are read together, each once', async () => {
    const { batches, find, keys } = controlled();
    const handle = {};
    const asked = [1, 2, 3, 4, 3, -5].map((key) => find(handle, key));
    expect(keys()).toEqual([[1], [2]]);
    batches[0]!.end();
    expect(await asked[0]).toBe('row 1');
    await expect.poll(keys).toEqual([[1], [2], [3, 4, -5]]);
    for (const { end } of batches) end();
    expect(await Promise.all(asked)).toEqual(['row 1', 'row 2', 'row 3', 'row 4', 'row 3', null]);
  });

  it('never answer a call with a statement that began before the call or that used another handle', async () => {
    const { batches, find, keys } = controlled();
    const [handle, transaction] = [{}, {}];
    const first = find(handle, 1);
    const second = find(handle, 1);
    const other = find(transaction, 1);
    expect(keys()).toEqual([[1], [1], [1]]);
    for (const { end } of batches) end();
    expect(await Promise.all([first, second, other])).toEqual(['row 1', 'row 1', 'row 1']);
    const later = find(handle, 1);
    expect(batches).toHaveLength(4);
    batches[3]!.end();
    expect(await later).toBe('row 1');
  });

  it('a failed statement fails only its own calls', async () => {
    const { batches, find } = controlled();
    const handle = {};
    const [failing, working, waiting] = [find(handle, 1), find(handle, 2), find(handle, 3)];
    batches[0]!.end(new Error('no connection'));
    await expect(failing).rejects.toThrow('no connection');
    await expect.poll(() => batches.length).toBe(3);
    for (const { end } of batches) end();
    expect(await Promise.all([working, waiting])).toEqual(['row 2', 'row 3']);
  });

  it('read rows by id', async () => {
    const { db } = await createTestDatabase();
    const find = lookUpById<{ id: number; name: string }>(
      sql`SELECT n::bigint AS id, 'number ' || n AS name FROM generate_series(1, 5) n`,
      sql`n`,
    );
    const found = await Promise.all([1, 2, 3, 3, 9].map((id) => find(db, id)));
    expect(found.map((row) => row?.name)).toEqual(['number 1', 'number 2', 'number 3', 'number 3', undefined]);
  });
});
