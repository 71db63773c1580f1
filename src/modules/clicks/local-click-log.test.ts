import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../tests/harness/embedded.ts';
import { PATIENT } from '../../../tests/harness/timeouts.ts';
import type { Click } from './batch.ts';
import { newClickId } from './click-id.ts';
import { useLocalClickLog } from './local-click-log.fixture.ts';

const here = await useLocalClickLog();
const {
  database,
  send,
  sendMany,
  recorded,
  counted,
  segments,
  refusedFiles,
  loggedClick,
  leaveBehind,
  lockCounter,
  breakDisk,
  mendDisk,
} = here;

test('a click is durable when its caller is notified, counted soon after, and concurrent clicks share a commit', async () => {
  const ids = await sendMany(50);
  expect(await segments()).toHaveLength(1);
  await here.log.settled(30_000);
  expect(await recorded()).toEqual([...ids].sort());
  expect(here.log.figures).toMatchObject({
    journaled: 50,
    recorded: 50,
    direct: 0,
    refused: 0,
    databaseUnavailable: false,
  });
  expect(here.log.figures.batches).toBeLessThan(10);
});

test('a caller that fails does not keep the others from their answers', async () => {
  const profile = (await here.profiles.find(here.link.code))!;
  const click: Click = {
    id: newClickId(Date.now()),
    profile,
    day: '2025-06-01',
    visitor: randomUUID().replaceAll('-', ''),
    class: 0,
    source: 0,
  };
  here.log.record(click, () => {
    throw new Error('a broken caller');
  });
  await send();
  await send();
  await counted();
  expect(await recorded()).toHaveLength(3);
});

test('waiting for current clicks ends when they are counted', async () => {
  expect(here.log.settled(30_000)).toBeUndefined();
  await send();
  await counted();
  const blocker = await lockCounter();
  const id = await send();
  let isOver = false;
  const waited = here.log.settled(30_000)!.then(() => {
    isOver = true;
  });
  await here.log.settled(20);
  expect([isOver, here.log.waiting()]).toEqual([false, 1]);
  await blocker.release();
  await waited;
  expect(await recorded()).toContain(id);
});

test('a log that is stopped leaves no file', async () => {
  await sendMany(5);
  await here.log.stop();
  expect(await segments()).toEqual([]);
  expect(await recorded()).toHaveLength(5);
  await here.reopenLog();
});

describe('while the disk takes no clicks', () => {
  test('they are recorded in the database before the reply', async () => {
    await send();
    await counted();
    await breakDisk();
    const ids = await sendMany(20);
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(here.log.figures).toMatchObject({ journaled: 1, direct: 20, refused: 0 });
    await mendDisk();
    await send();
    await counted();
    expect(await recorded()).toHaveLength(22);
    expect(here.log.figures).toMatchObject({ journaled: 2, direct: 20 });
  });

  test('because the journal is full while the database is unavailable, they are refused until the journal has space', async () => {
    await here.log.stop();
    await here.reopenLog(PATIENT, { segmentBytes: 1_000, journalBytes: 5_000 });
    await send();
    await counted();
    await here.proxy.cut();
    const ids: string[] = [];
    await expect(
      (async () => {
        for (;;) ids.push(await send());
      })(),
    ).rejects.toThrow('full');
    await expect(send()).rejects.toThrow('full');
    await here.proxy.restore();
    await counted();
    ids.push(await send());
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(ids.length + 1);
  });
});

describe('a batch whose reply is lost', () => {
  test.each(['answered', 'sent'] as const)(
    'because the connection ends once it is %s is neither lost nor doubled',
    async (at) => {
      const before = await send();
      await counted();
      const lost = here.proxy.loseAnswerTo('carry_clicks', at);
      const ids = await sendMany(9);
      await lost;
      ids.push(...(await sendMany(3)));
      await counted();
      ids.push(...(await sendMany(3)));
      await counted();
      expect(await recorded()).toEqual([before, ...ids].sort());
    },
  );

  test('because it never reached the server is recorded nevertheless', async () => {
    await send();
    await counted();
    const lost = here.proxy.loseMessage('carry_clicks');
    const ids = await sendMany(9);
    await lost;
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(10);
  });

  test('is not doubled by a retry while the server still handles the first attempt', async () => {
    await send();
    await counted();
    const blocker = await lockCounter();
    const lost = here.proxy.loseAnswerTo('carry_clicks', 'sent');
    const ids = await sendMany(9);
    await lost;
    // The abandoned batch waits for the counter, and the journal's position waits for the abandoned batch.
    await until(async () => {
      const { rows } = await database.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tributary clicks' AND wait_event_type = 'Lock'`,
      );
      return rows[0].waiting === 2;
    });
    await blocker.release();
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(10);
  });

  test('clicks continue when an administrator ends the session', async () => {
    await send();
    await counted();
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'tributary clicks'`,
    );
    const ids = await sendMany(5);
    await counted();
    expect(await recorded()).toEqual(expect.arrayContaining(ids));
    expect(await recorded()).toHaveLength(6);
  });
});

describe('a click that the database refuses', () => {
  test('is kept aside, and the others of its batch are recorded once', async () => {
    const longAgo = newClickId(Date.parse('2001-01-01T00:00:00Z'));
    await database.pool.query("UPDATE click_retention SET kept_from = '2002-01-01'");
    onTestFinished(async () => void (await database.pool.query("UPDATE click_retention SET kept_from = '-infinity'")));
    const sent = await Promise.all([send(), send(), send({}, longAgo), send(), send()]);
    await counted();
    expect(await recorded()).toEqual(sent.filter((id) => id !== longAgo).sort());
    expect(here.log.figures).toMatchObject({ recorded: 4, refusedByDatabase: 1 });
    const [file] = await refusedFiles();
    expect(await readFile(path.join(here.journals, 'refused', file!), 'utf8')).toContain(longAgo);
  });

  test('because its link no longer exists is kept aside when it is read from a file', async () => {
    const good = loggedClick();
    await leaveBehind([good, loggedClick({ code: 'gone' }), loggedClick()]);
    await here.log.catchUp();
    expect(await recorded()).toHaveLength(2);
    expect(await refusedFiles()).toHaveLength(1);
  });
});

test('clocks that jump change nothing but the instants of the clicks', async () => {
  const now = Date.now();
  const instants = [now, now - 3_600_000, now + 86_400_000, now - 86_400_000, now];
  const ids: string[] = [];
  for (const at of instants) ids.push(await send({}, newClickId(at)));
  await here.proxy.cut();
  for (const at of instants) ids.push(await send({}, newClickId(at)));
  await here.proxy.restore();
  await counted();
  expect(await recorded()).toEqual([...ids].sort());
});
