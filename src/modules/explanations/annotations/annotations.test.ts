import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const NOW = new Date('2026-03-30T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const { storeId, ids } = cast;
const MARCH = 'from=2026-03-01&to=2026-03-31';

const get = (path: string, role: Role | null) =>
  application.call({ url: `/v2/${path}`, ...(role === null ? {} : { as: cast.tokens[role] }) });
const eventsAt = async (path: string, role: Role) => {
  const { status, body } = await get(path, role);
  expect(status).toBe(200);
  return body.data.map(({ kind, day, subject }: Record<string, string>) => [kind, day, subject]);
};
const ofStore = `stores/${storeId}/annotations`;
const ofCreator = `users/${ids.creator}/annotations`;

const campaignId = await market.campaign({
  storeId,
  type: 'user_accept',
  validFrom: new Date('2026-03-05T00:00:00Z'),
  validUntil: new Date('2026-03-20T10:00:00Z'),
});
const otherId = await market.campaign({ storeId, validFrom: new Date('2026-03-07T00:00:00Z') });
await database.pool.query(`UPDATE campaigns SET campaign_title = 'Spring' WHERE id = $1`, [campaignId]);
await database.pool.query(`UPDATE campaigns SET campaign_title = 'Other', valid_until = '2026-05-01' WHERE id = $1`, [
  otherId,
]);
await database.pool.query(`INSERT INTO payment_periods (month, closed_at) VALUES ('2026-02-01', '2026-03-03 09:00Z')`);
await market.participant({ campaignId, userId: ids.creator });
const logged = (at: string, action: string, [kind, id]: [string, number], details: object) =>
  database.pool.query(
    'INSERT INTO audit_log (at, action, subject_kind, subject_id, details) VALUES ($1, $2, $3, $4, $5)',
    [at, action, kind, id, JSON.stringify(details)],
  );
await logged('2026-03-10', 'offer.updated', ['offer', campaignId], { fields: ['name', 'prices'] });
await logged('2026-03-11', 'offer.updated', ['offer', campaignId], { fields: ['name'] });
await logged('2026-03-12', 'store.changed', ['store', storeId], { prices: [{ source: 0, cpcMinor: 5 }] });
await logged('2026-03-13', 'store.changed', ['store', storeId], { prices: [], hidden: true });

const SPRING = [
  ['campaign_began', '2026-03-05', 'Spring'],
  ['prices_changed', '2026-03-10', 'Spring'],
  ['campaign_ended', '2026-03-20', 'Spring'],
];
const CLOSED = ['month_closed', '2026-03-03', '2026-02'];

describe('Annotations', () => {
  it('of a store are events of its campaigns, its prices and months, and nothing of the future', async () => {
    expect(await eventsAt(`${ofStore}?${MARCH}`, 'advertiser')).toEqual([
      CLOSED,
      SPRING[0],
      ['campaign_began', '2026-03-07', 'Other'],
      SPRING[1],
      ['prices_changed', '2026-03-12', null],
      SPRING[2],
    ]);
    expect(await eventsAt(`${ofStore}?${MARCH}&offer_id=${campaignId}`, 'advertiser')).toEqual(SPRING);
    expect(await eventsAt(`${ofStore}?from=2026-03-06&to=2026-03-07`, 'admin')).toEqual([
      ['campaign_began', '2026-03-07', 'Other'],
    ]);
    expect(await eventsAt(`stores/${cast.otherStoreId}/annotations?${MARCH}`, 'otherAdvertiser')).toEqual([CLOSED]);
  });

  it('of a creator are those of campaigns in which the creator takes part', async () => {
    for (const role of ['creator', 'agency'] as const)
      expect(await eventsAt(`${ofCreator}?${MARCH}`, role)).toEqual([CLOSED, ...SPRING]);
    await database.pool.query(`UPDATE participants SET status = 'open'`);
    expect(await eventsAt(`${ofCreator}?${MARCH}`, 'creator')).toEqual([CLOSED]);
  });

  it('of the marketplace are closings', async () => {
    expect(await eventsAt(`admin/annotations?${MARCH}`, 'admin')).toEqual([CLOSED]);
  });

  it.each([
    [ofStore, 'otherAdvertiser', 403],
    [ofStore, 'creator', 403],
    [ofStore, null, 401],
    [ofCreator, 'otherCreator', 404],
    [ofCreator, 'advertiser', 404],
    [ofCreator, null, 401],
    ['admin/annotations', 'advertiser', 403],
    ['admin/annotations', null, 401],
    [`${ofStore}?from=2026-01-01&to=2025-01-01`, 'advertiser', 422],
    [`${ofStore}?from=2024-01-01`, 'advertiser', 422],
  ] as const)('%s to %s: %s', async (path, role, status) => {
    expect((await get(path, role)).status).toBe(status);
  });
});
