import { expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const call = (method: 'POST' | 'PATCH', url: string, body: object, as = cast.tokens.advertiser) =>
  application.call({ method, url, as, body });
const todoOf = async (id: number) =>
  (await database.pool.query('SELECT todo FROM participants WHERE id = $1', [id])).rows[0].todo;

it('a changed list of tasks is that of every participant who is not done, and ticks of tasks that stay are kept', async () => {
  const made = await call('POST', `/v2/stores/${cast.storeId}/offers`, {
    active: true,
    campaign_title: 'Tasks',
    type: 'user_accept',
    todo: ['A', 'B'],
    traffic_sources_costs: [],
    targets: { user_ids: [cast.ids.creator] },
  });
  const campaignId = made.body.data.id;
  const done = await market.participant({ campaignId, userId: cast.ids.otherCreator, status: 'done' });
  const before = [{ key: 'A', value: true }];
  await database.pool.query('UPDATE participants SET todo = $2 WHERE id = $1', [done, JSON.stringify(before)]);
  const { rows } = await database.pool.query(
    `UPDATE participants SET status = 'accepted', todo = '[{"key":"A","value":false},{"key":"B","value":true}]'
     WHERE campaign_id = $1 AND user_id = $2 RETURNING id`,
    [campaignId, cast.ids.creator],
  );
  const { id } = rows[0];
  expect((await call('PATCH', `/v2/offers/${campaignId}`, { todo: ['B', 'C'] })).status).toBe(200);
  const after = [
    { key: 'B', value: true },
    { key: 'C', value: false },
  ];
  expect([await todoOf(id), await todoOf(done)]).toEqual([after, before]);
  expect((await call('PATCH', `/v2/offers/${campaignId}`, { todo: [] })).status).toBe(200);
  expect(await todoOf(id)).toBeNull();
});

it('moves of participants and changes of the list at the same time neither deadlock nor lose one another', async () => {
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  const ids: number[] = [];
  for (let n = 0; n < 6; n += 1)
    ids.push(await market.participant({ campaignId, userId: await market.user(), status: 'accepted' }));
  const replies = await Promise.all([
    ...ids.map((id) =>
      call('PATCH', `/v2/offers/${campaignId}/participants/${id}/update-status`, { status: 'done' }, cast.tokens.admin),
    ),
    ...['A', 'B', 'C'].map((task) => call('PATCH', `/v2/offers/${campaignId}`, { todo: [task] })),
  ]);
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});
