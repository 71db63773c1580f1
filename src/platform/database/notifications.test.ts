import { EventEmitter, once } from 'node:events';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { openNotifications } from './notifications.ts';

const quiet = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const { url, pool } = await createTestDatabase();
const notifications = await openNotifications(url, quiet);
afterAll(() => notifications.stop());

/** Collects the payloads of a channel and lets a test wait for the next one. */
async function inbox(channel: string): Promise<{ next: () => Promise<string>; all: string[] }> {
  const events = new EventEmitter();
  const all: string[] = [];
  await notifications.listen(channel, (payload) => {
    all.push(payload);
    events.emit('payload', payload);
  });
  return { all, next: async () => (await once(events, 'payload'))[0] };
}

function notify(channel: string, payload: string) {
  return pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
}

async function breakConnection(): Promise<void> {
  const gap = new Promise<void>((resolve) => {
    const unsubscribe = notifications.onGap(() => {
      unsubscribe();
      resolve();
    });
  });
  // Waits until the connection has ended; until then, the server would list it beside its successor.
  const { rowCount } = await pool.query(
    `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'tributary-listen' AND datname = current_database()`,
  );
  expect(rowCount).toBe(1);
  await gap;
}

test('a payload reaches the handlers of its channel only', async () => {
  const stores = await inbox('stores');
  const links = await inbox('links');
  const arrived = stores.next();
  await notify('links', 'not for stores');
  await notify('stores', 'store 7 changed');
  expect(await arrived).toBe('store 7 changed');
  expect(stores.all).toEqual(['store 7 changed']);
  expect(links.all).toEqual(['not for stores']);
});

test('after a broken connection a gap is reported, and every channel is subscribed again', async () => {
  const before = await inbox('Channel "before"');
  await breakConnection();
  const arrived = before.next();
  await notify('Channel "before"', 'again');
  expect(await arrived).toBe('again');
});

test('a channel subscribed during an outage receives payloads after it', async () => {
  const broken = breakConnection();
  const during = await inbox('during');
  await broken;
  const arrived = during.next();
  await notify('during', 'received');
  expect(await arrived).toBe('received');
});

test('a handler that throws does not block other handlers', async () => {
  await notifications.listen('fragile', () => {
    throw new Error('broken handler');
  });
  const sturdy = await inbox('fragile');
  const arrived = sturdy.next();
  await notify('fragile', 'still here');
  expect(await arrived).toBe('still here');
  expect(quiet.error).toHaveBeenCalledOnce();
});

test('the caller receives the error of a failed first connection', async () => {
  const nowhere = new URL(url);
  nowhere.pathname = '/no_such_database';
  await expect(openNotifications(nowhere.href, quiet)).rejects.toThrow('does not exist');
});
