import { expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';

const application = await createTestApplication();

const tokenOf = async (id: number) =>
  (await application.database.pool.query('SELECT token FROM campaigns WHERE id = $1', [id])).rows[0].token as string;
const read = (token: string) => application.call({ url: `/v2/offer-by-token/${token}/invitation` });

it('names the store and the campaign to anybody with the token', async () => {
  const storeId = await application.market.store();
  const id = await application.market.campaign({ storeId, type: 'user_accept' });
  const { status, body } = await read(await tokenOf(id));
  expect([status, body]).toEqual([
    200,
    { id, title: '', is_joinable: true, store: { id: storeId, name: expect.any(String), logo_url: null } },
  ]);
});

it('shows that joining is closed, and is a 404 for deleted campaigns and guessed tokens', async () => {
  const storeId = await application.market.store();
  const paused = await application.market.campaign({ storeId, type: 'user_accept', active: false });
  expect((await read(await tokenOf(paused))).body).toMatchObject({ is_joinable: false });
  await application.database.pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [paused]);
  expect((await read(await tokenOf(paused))).status).toBe(404);
  expect((await read('guessed')).status).toBe(404);
});
