import { describe, expect, it } from 'vitest';
import type { Role } from '../../../tests/harness/cast.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';

const scene = await createWebhookScene();

const read = (role: Role | null, query = '') => scene.call(role, 'GET', `/v2/events${query}`);
/** The position after everything that has happened so far. */
const now = async () => {
  await scene.deliver();
  return (await read('admin')).body.after as number;
};
const typesOf = ({ body }: Awaited<ReturnType<typeof read>>) => body.data.map(({ type }: { type: string }) => type);

describe('the events', () => {
  it('are those of the caller, with the data of webhooks of the caller', async () => {
    const after = await now();
    const hook = await scene.hook('advertiser', { url: 'http://127.0.0.1:9/', events: ['order.*'] });
    const order = await scene.order();
    await scene.deliver();
    const { status, body } = await read('advertiser', `?after=${after}&events[]=order.*`);
    expect([status, body.data.length, body.has_more]).toEqual([200, 1, false]);
    const delivered = (await scene.call('advertiser', 'GET', `/v2/webhooks/${hook.id}/deliveries`)).body.data[0].event;
    expect(body.data[0]).toEqual(delivered);
    expect(body.data[0].data).toMatchObject({ id: order.id, order_id: order.order_id });
    // A creator does not see the number of the store's order.
    const [ofCreator] = (await read('creator', `?after=${after}`)).body.data;
    expect([ofCreator.data.id, ofCreator.data.order_id]).toEqual([order.id, undefined]);
    expect(typesOf(await read('agency', `?after=${after}`))).toEqual(['order.created']);
    for (const role of ['otherAdvertiser', 'otherCreator', 'otherAgency'] as const)
      expect([role, typesOf(await read(role, `?after=${after}`))]).toEqual([role, []]);
    expect(typesOf(await read('admin', `?after=${after}&store_id=${scene.cast.storeId}`))).toEqual(['order.created']);
  });

  it('without a position begin now, and from 0 with the oldest', async () => {
    await scene.order();
    await scene.deliver();
    const fromNow = await read('advertiser');
    const at = await now();
    const meta = { next_cursor: String(at), has_more: false };
    expect(fromNow.body).toEqual({ data: [], meta, after: at, has_more: false });
    expect(typesOf(await read('advertiser', '?after=0'))).toContain('order.created');
  });

  it('continue after any number of them without gaps or duplicates', async () => {
    const after = await now();
    const orders: number[] = [];
    for (let n = 0; n < 5; n += 1) orders.push((await scene.order()).id);
    await scene.deliver();
    const seen: number[] = [];
    let reply = await read('advertiser', `?after=${after}&limit=2`);
    for (;;) {
      seen.push(...reply.body.data.map(({ data }: { data: { id: number } }) => data.id));
      if (!reply.body.has_more) break;
      reply = await read('advertiser', `?after=${reply.body.after}&limit=2`);
    }
    expect(seen).toEqual(orders);
    expect((await read('advertiser', `?after=${reply.body.after}`)).body.data).toEqual([]);
  });

  it('that commit late are not missed by a reader that has continued past a later one', async () => {
    const after = await now();
    const slow = await scene.application.database.pool.connect();
    await slow.query('BEGIN');
    const insert = `INSERT INTO event_outbox (type, version, subject, store_id, for_platform, data, private_data, occurred_at)
      VALUES ('order.updated', 1, $1, $2, true, '{}', '{}', now())`;
    await slow.query(insert, ['order/slow', scene.cast.storeId]);
    await scene.order();
    await scene.deliver();
    const first = await read('advertiser', `?after=${after}`);
    expect(typesOf(first)).toEqual(['order.created']);
    await slow.query('COMMIT');
    slow.release();
    await scene.deliver();
    expect(typesOf(await read('advertiser', `?after=${first.body.after}`))).toEqual(['order.updated']);
  });

  it('are awaited', async () => {
    const after = await now();
    const waiting = read('advertiser', `?after=${after}&wait_seconds=30`);
    const order = await scene.order();
    await scene.deliver();
    expect((await waiting).body.data.map(({ data }: { data: { id: number } }) => data.id)).toEqual([order.id]);
  });

  it.each<[string, Role | null, string, number, string[]]>([
    ['nobody', null, '', 401, []],
    ['another store', 'advertiser', '?store_id=OTHER', 403, []],
    ['another creator', 'creator', '?user_id=OTHER_CREATOR', 404, []],
    ['another agency', 'agency', '?client_id=OTHER_AGENCY', 404, []],
    ['an unknown kind', 'advertiser', '?events[]=order.exploded', 422, ['events.0']],
    ['a negative position', 'advertiser', '?after=-1', 422, ['after']],
    ['a long wait', 'advertiser', '?wait_seconds=31', 422, ['wait_seconds']],
    ['too many at once', 'advertiser', '?limit=501', 422, ['limit']],
  ])('are refused to %s', async (_what, role, query, status, fields) => {
    const { cast } = scene;
    const filled = query
      .replace('OTHER_CREATOR', String(cast.ids.otherCreator))
      .replace('OTHER_AGENCY', String(cast.otherAgencyId))
      .replace('OTHER', String(cast.otherStoreId));
    const reply = await read(role, filled);
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([status, fields]);
  });
});
