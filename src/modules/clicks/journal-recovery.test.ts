import { randomUUID } from 'node:crypto';
import { cp, open } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../../../tests/harness/embedded.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import { encodeFrame } from './journal/frame.ts';
import { listSegments } from './journal/segments.ts';
import { useLocalClickLog } from './local-click-log.fixture.ts';

const here = await useLocalClickLog();
const { database, openLog, send, recorded, counted, segments, refusedFiles, loggedClick, leaveBehind, lockCounter } =
  here;

describe('a journal that was left behind', () => {
  test('is not set aside because the database is busy: a lock that outlasts the statement’s time is waited for', async () => {
    await send();
    await counted();
    const left = loggedClick();
    await leaveBehind([left]);
    const hasty = await openLog({ ...PATIENT, statementMs: 200 });
    const blocker = await lockCounter();
    await expect(hasty.catchUp()).rejects.toThrow();
    expect(await segments()).not.toEqual([]);
    await blocker.release();
    await hasty.stop();
    await here.log.catchUp();
    expect(await recorded()).toContain(left.id);
    expect(await refusedFiles()).toEqual([]);
  });

  test('that two processes carry at once is recorded once', async () => {
    const clicks = Array.from({ length: 5_000 }, () => loggedClick());
    const frames = Array.from({ length: 50 }, (_, index) => clicks.slice(index * 100, index * 100 + 100));
    await leaveBehind(...frames);
    const other = await openLog();
    await Promise.allSettled([here.log.catchUp(), other.catchUp()]);
    await here.log.catchUp();
    await other.stop();
    expect(await recorded()).toEqual(clicks.map(({ id }) => id).sort());
    expect(await segments()).toEqual([]);
  });

  test('that another process keeps carrying is left to it, and the next one is carried', async () => {
    const [contested, quiet] = [loggedClick(), loggedClick()];
    const folder = await leaveBehind([contested]);
    await leaveBehind([quiet]);
    // Each change of the position is too late, as if the other process were always faster.
    await database.pool.query(`
      CREATE FUNCTION moved_before() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER moved_before BEFORE UPDATE ON click_journals FOR EACH ROW
        WHEN (NEW.journal = '${path.basename(folder)}' AND NEW.position <> OLD.position) EXECUTE FUNCTION moved_before()`);
    await here.log.catchUp();
    expect(await recorded()).toEqual([quiet.id]);
    expect(await listSegments(folder)).toHaveLength(1);
    await database.pool.query('DROP TRIGGER moved_before ON click_journals; DROP FUNCTION moved_before');
    await here.log.catchUp();
    expect(await recorded()).toEqual([contested.id, quiet.id].sort());
    expect(await segments()).toEqual([]);
  });

  test('and is copied back from a backup when its clicks were recorded long ago counts nothing twice', async () => {
    const frames = [[loggedClick(), loggedClick()], [loggedClick()]];
    const folder = await leaveBehind(...frames);
    const copy = path.join(here.dataDir, 'copy');
    await cp(folder, copy, { recursive: true });
    await here.log.catchUp();
    expect(await recorded()).toHaveLength(3);
    // Under its own name, and under one that the database does not contain.
    for (const name of [path.basename(folder), `spool-${randomUUID().replaceAll('-', '')}`]) {
      await cp(copy, path.join(here.journals, name), { recursive: true });
      await here.log.catchUp();
      expect(await recorded()).toHaveLength(3);
      expect(await segments()).toEqual([]);
    }
    expect(await refusedFiles()).toEqual([]);
  });

  test('is recorded from the position in the database', async () => {
    const folder = await leaveBehind([loggedClick(), loggedClick()], [loggedClick()]);
    await database.pool.query('INSERT INTO click_journals (journal, position) VALUES ($1, 2)', [path.basename(folder)]);
    await here.log.catchUp();
    expect(await recorded()).toHaveLength(1);
  });

  test('with a torn end has everything before it, and is kept aside', async () => {
    const clicks = [loggedClick(), loggedClick()];
    await leaveBehind(clicks, encodeFrame([loggedClick()], 2).subarray(0, 60));
    await here.log.catchUp();
    expect(await recorded()).toEqual(clicks.map(({ id }) => id).sort());
    expect(await refusedFiles()).toHaveLength(1);
    expect(await segments()).toEqual([]);
  });
});

describe('the journal of a running process', () => {
  /** Damages the middle of the journal, which is no longer in memory. */
  async function damageMiddle(place: (size: number) => number): Promise<string> {
    const file = (await segments())[0]!;
    const handle = await open(file, 'r+');
    // Zeros follow the frames while a segment is written.
    const size = (await handle.readFile()).findLastIndex((byte) => byte !== 0) + 1;
    await handle.write(Buffer.from([0xff, 0x00, 0xff, 0x00]), 0, 4, place(size));
    await handle.close();
    return file;
  }
  const sendInTurns = async (count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) ids.push(await send());
    return ids;
  };

  test.each<[string, (size: number) => number, number]>([
    ['in the middle', (size) => Math.floor(size / 2), 5],
    ['at the end', (size) => size - 10, 9],
  ])(
    'that is damaged %s is recorded around the damage, and its segment is kept aside unless nothing was lost',
    async (_, place, damaged) => {
      await here.proxy.cut();
      await send();
      await until(() => here.log.figures.databaseUnavailable);
      const ids = await sendInTurns(9);
      const file = await damageMiddle(place);
      await here.proxy.restore();
      await counted();
      await here.log.catchUp();
      const [found, aside] = [await recorded(), await refusedFiles()];
      expect(await segments()).toEqual([]);
      // A click at the end may still be in memory: then nothing is lost, and no segment is worth keeping.
      if (found.includes(ids[damaged - 1]!)) {
        expect([damaged, found.length, aside]).toEqual([9, 10, []]);
        return;
      }
      expect(found).toHaveLength(9);
      expect(aside).toEqual([`${path.basename(path.dirname(file))}-${path.basename(file)}.damaged`]);
    },
  );

  test('that is damaged and stopped also leaves its segment aside', async () => {
    await here.proxy.cut();
    await send();
    await until(() => here.log.figures.databaseUnavailable);
    await sendInTurns(3);
    await damageMiddle((size) => Math.floor(size / 2));
    await here.proxy.restore();
    await counted();
    await here.log.stop();
    expect(await refusedFiles()).toHaveLength(1);
    expect(await segments()).toEqual([]);
    await here.reopenLog();
  });
});
