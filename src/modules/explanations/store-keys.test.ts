import { describe, expect, it } from 'vitest';
import { createClosedMarket } from '../../../tests/harness/closed-month.ts';
import { addParticipantsAndVouchers, addPayouts } from '../../../tests/harness/dimensions.ts';
import { until } from '../../../tests/harness/embedded.ts';
import { storeKey } from '../../../tests/harness/store-key.ts';
import { DATASETS } from './exports/cursor.ts';

const { application, cast, closed } = await createClosedMarket();
const { pool } = application.database;
await addParticipantsAndVouchers(application, cast);
await addPayouts(application, cast);
for (const [path, body] of [
  ['event-kinds', { code: 'lead', name: 'Lead', cpl: { minor: 100, currency: 'SEK' } }],
  ['events', { kind: 'lead', event_id: 'L-1' }],
] as const) {
  const url = `/v2/stores/${cast.storeId}/${path}`;
  const { status } = await application.call({ method: 'POST', url, as: cast.tokens.advertiser, body });
  expect(status).toBe(201);
}
const own = await storeKey(application, { storeId: cast.storeId, scopes: ['read'] });
const other = await storeKey(application, { storeId: cast.otherStoreId, scopes: ['read'] });
const writer = await storeKey(application, { storeId: cast.storeId, scopes: ['orders', 'campaigns'] });

const get = (url: string, as: string) => application.call({ url, as });
const records = async (dataset: string, as: string): Promise<Record<string, unknown>[]> => {
  const reply = await application.app.inject({ url: `/v2/exports/${dataset}`, headers: { authorization: as } });
  expect(reply.statusCode).toBe(200);
  const lines = reply.body.split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ end }) => end !== true)
    .map(({ cursor, ...values }) => values);
};

/** Data sets of parties, whose records belong to no store. */
const OF_PARTIES = ['creators', 'agencies', 'payouts'];

describe('exports with the API key of a store', () => {
  it.each(DATASETS.filter((name) => !OF_PARTIES.includes(name)))(
    'of %s contain what a member of the store exports, and nothing of another store',
    async (dataset) => {
      // Exports wait for older transactions, also of other databases of the cluster.
      await until(async () => (await records(dataset, cast.tokens.admin)).length > 0);
      const [ofKey, ofMember] = [await records(dataset, own), await records(dataset, cast.tokens.advertiser)];
      expect(ofKey.length).toBeGreaterThan(0);
      expect(ofKey).toEqual(ofMember);
      const ofOther = await records(dataset, other);
      const idsOf = (rows: typeof ofKey) => rows.map(({ id }) => id);
      expect(idsOf(ofOther).filter((id) => idsOf(ofKey).includes(id))).toEqual([]);
      for (const row of ofKey) {
        expect(dataset === 'stores' ? row.id : row.store_id).toBe(cast.storeId);
        for (const secret of ['creator_minor', 'agency_minor', 'platform_minor', 'client_id'])
          expect([secret, row[secret] ?? null]).toEqual([secret, null]);
      }
      const refused = await get(`/v2/exports/${dataset}`, writer);
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
    },
  );
});

it('Exports of parties with the API key of a store contain names of its creators, the agencies of its market, and no payouts', async () => {
  await pool.query(
    'UPDATE agencies SET store_group_id = (SELECT store_group_id FROM stores WHERE id = $2) WHERE id = $1',
    [cast.agencyId, cast.storeId],
  );
  const withoutMember = (rows: Record<string, unknown>[]) => rows.filter(({ id }) => id !== cast.ids.advertiser);
  const creators = await records('creators', own);
  expect(creators.map(({ id, email }) => [id, email])).toEqual([[cast.ids.creator, null]]);
  expect(creators).toEqual(withoutMember(await records('creators', cast.tokens.advertiser)));
  expect((await records('agencies', own)).map((one) => [one.id, one.revenue_share_ppm])).toEqual([
    [cast.agencyId, null],
  ]);
  expect(await records('payouts', own)).toEqual([]);
  for (const dataset of OF_PARTIES)
    expect([dataset, (await get(`/v2/exports/${dataset}`, writer)).status]).toEqual([dataset, 403]);
});

describe('explanations with the API key of a store', () => {
  it('are those of a member of the store, and hidden from other stores', async () => {
    const idOf = async (table: string) =>
      (await pool.query(`SELECT id FROM ${table} WHERE store_id = $1 ORDER BY id LIMIT 1`, [cast.storeId])).rows[0].id;
    const urls = [
      `/v2/orders/${await idOf('orders')}/explanation`,
      `/v2/clicks/${await idOf('clicks')}/explanation`,
      `/v2/invoices/${closed.store.id}/lines`,
      `/v2/invoices/${closed.store.id}/lines/1/explanation`,
    ];
    for (const url of urls) {
      const [ofKey, ofMember] = [await get(url, own), await get(url, cast.tokens.advertiser)];
      expect([url, ofKey.status, ofKey.body]).toEqual([url, 200, ofMember.body]);
      expect([url, (await get(url, other)).status]).toEqual([url, 404]);
      expect([url, (await get(url, writer)).body.error]).toEqual([url, 'insufficient_scope']);
    }
    for (const { id } of [...closed.creator, ...closed.agency])
      expect((await get(`/v2/invoices/${id}/lines`, own)).status).toBe(404);
  });
});
