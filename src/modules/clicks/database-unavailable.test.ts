import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../tests/harness/embedded.ts';
import { useLocalClickLog } from './local-click-log.fixture.ts';

const here = await useLocalClickLog();
const { database, send, sendMany, recorded, counted, segments, lockCounter, endedProcess, breakDisk, mendDisk } = here;

describe('while the database is unavailable', () => {
  test('clicks are durable, and are recorded exactly once, in their order, when it is back', async () => {
    const before = await sendMany(3);
    await counted();
    await here.proxy.cut();
    const meanwhile = await sendMany(20);
    meanwhile.push(...(await sendMany(5)));
    await until(() => here.log.figures.databaseUnavailable);
    expect(here.log.settled(30_000)).toBeUndefined();
    expect(here.log.waiting()).toBe(25);
    expect(await recorded()).toEqual([...before].sort());
    await here.proxy.restore();
    await counted();
    const after = await sendMany(3);
    await counted();
    expect(await recorded()).toEqual([...before, ...meanwhile, ...after].sort());
    expect(here.log.figures).toMatchObject({
      journaled: 31,
      recorded: 31,
      refused: 0,
      direct: 0,
      databaseUnavailable: false,
    });
    const { rows } = await database.pool.query('SELECT id FROM clicks WHERE link_id = $1 AND campaign_id IS NOT NULL', [
      here.link.id,
    ]);
    // The cap of seven went to the first seven that came.
    expect(rows.map(({ id }) => id).sort()).toEqual([...before, ...meanwhile].slice(0, 7).sort());
  });

  test('clicks that keep coming through the whole of it are recorded exactly once', async () => {
    const ids: string[] = [];
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const shoppers = Array.from({ length: 4 }, async () => {
      while (!isOver) ids.push(await send());
    });
    for (let round = 0; round < 3; round++) {
      const seen = ids.length;
      await until(() => ids.length > seen + 100);
      await here.proxy.cut();
      await until(() => here.log.figures.databaseUnavailable);
      const away = ids.length;
      await until(() => ids.length > away + 100);
      await here.proxy.restore();
      await until(() => !here.log.figures.databaseUnavailable);
    }
    // The carrier returns to memory although no pause comes between the clicks.
    await until(async () => {
      const { reread, recorded: before } = here.log.figures;
      await until(() => here.log.figures.recorded > before + 200);
      return here.log.figures.reread === reread;
    });
    isOver = true;
    await Promise.all(shoppers);
    await counted();
    expect(await recorded()).toEqual([...ids].sort());
  });

  test('clicks beyond the limit of memory are read from the files', async () => {
    await send();
    await counted();
    const blocker = await lockCounter();
    const ids: string[] = [];
    for (let round = 0; round < 11; round++) ids.push(...(await sendMany(2_000)));
    expect(here.log.waiting()).toBe(22_000);
    await blocker.release();
    await counted();
    expect(await recorded()).toHaveLength(22_001);
    expect(await send()).toBeDefined();
    await counted();
    expect(await recorded()).toHaveLength(22_002);
  });

  test('a visitor who was counted before is still a duplicate, and a cap still holds', async () => {
    const visitor = 'ab'.repeat(16);
    await send({ visitor });
    await counted();
    await here.proxy.cut();
    await send({ visitor });
    await sendMany(10);
    await here.proxy.restore();
    await counted();
    const { rows } = await database.pool.query(
      `SELECT class, campaign_id, count(*)::int AS clicks FROM clicks WHERE link_id = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
      [here.link.id],
    );
    expect(rows).toEqual([
      { class: 0, campaign_id: here.campaignId, clicks: 7 },
      { class: 0, campaign_id: null, clicks: 4 },
      { class: 3, campaign_id: here.campaignId, clicks: 1 },
    ]);
  });

  test('a click is priced at its own instant, though its offer ends before it is recorded', async () => {
    await send();
    await counted();
    await here.proxy.cut();
    const id = await send();
    const ending = new Date();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await database.pool.query('UPDATE campaigns SET valid_until = $2 WHERE id = $1', [here.campaignId, ending]);
    await here.proxy.restore();
    await counted();
    const late = await send();
    await counted();
    const { rows } = await database.pool.query('SELECT id, campaign_id FROM clicks WHERE id = ANY ($1) ORDER BY id', [
      [id, late],
    ]);
    expect(rows).toEqual([
      { id, campaign_id: here.campaignId },
      { id: late, campaign_id: null },
    ]);
  });

  test('a process that ends leaves its clicks to the next one', async () => {
    await send();
    await counted();
    await here.proxy.cut();
    const ids = await sendMany(4);
    await until(() => here.log.figures.databaseUnavailable);
    await here.log.stop();
    expect(await segments()).toHaveLength(1);
    await here.proxy.restore();
    await endedProcess();
    await here.reopenLog();
    await here.log.catchUp();
    await here.log.catchUp();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(5);
    expect(await segments()).toEqual([]);
    expect(here.log.figures.adopted).toBe(4);
  });

  test('and the disk refuses too, a click is refused, and none is reported as recorded', async () => {
    await send();
    await counted();
    await breakDisk();
    await here.proxy.cut();
    for (let attempt = 0; attempt < 3; attempt++) await expect(send()).rejects.toThrow();
    expect(here.log.figures).toMatchObject({ refused: 3, journaled: 1 });
    await mendDisk();
    const kept = await send();
    await here.proxy.restore();
    await counted();
    expect(await recorded()).toContain(kept);
    expect(await recorded()).toHaveLength(2);
  });
});
