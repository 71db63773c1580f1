import type pg from 'pg';
import { expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { untilSessionsWait } from '../../../../tests/harness/lock-waiters.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';

// Concurrent writes to a campaign and to its parts do not wait for each other's locks.

const { application, cast } = await createPopulatedApplication();
const record = clickRecorder(application.database, createCalendar('UTC'));

async function campaign(type: 'standard' | 'user_accept'): Promise<number> {
  const campaignId = await application.market.campaign({ storeId: cast.storeId, type });
  await application.market.price({ storeId: cast.storeId, campaignId, cpcMinor: 100 });
  return campaignId;
}
const change = (path: string, body: object) =>
  application.call({ method: 'PATCH', url: `/v2/offers/${path}`, as: cast.tokens.advertiser, body });

const waiting = (count: number, call?: Promise<unknown>) => untilSessionsWait(application.database, count, call);

/** Runs work while another connection holds a lock. */
async function whileLocked(lock: string, work: () => Promise<void>): Promise<void> {
  const client: pg.PoolClient = await application.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(lock);
    await work();
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

it("a campaign changes while a participant's earnings are written", async () => {
  const campaignId = await campaign('user_accept');
  const participantId = await application.market.participant({ campaignId, userId: cast.ids.creator });
  const costs = { traffic_sources_costs: [{ source: 0, cpc: { amount: '2.00', currency: 'SEK' } }] };
  const override = () => change(`${campaignId}/participants/${participantId}/overrides/costs`, costs);
  expect((await override()).status).toBe(200);
  const replies: ReturnType<typeof change>[] = [];
  // Both transactions record that the store's terms have changed.
  await whileLocked(`SELECT FROM terms_changes WHERE scope = 1 AND id = ${cast.storeId} FOR UPDATE`, async () => {
    replies.push(override());
    await waiting(1);
    replies.push(change(`${campaignId}`, { campaign_title: 'Autumn' }));
    await waiting(2);
  });
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200]);
});

it('a campaign gets a new limit while its first click is recorded', async () => {
  const campaignId = await campaign('standard');
  const { code } = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
  const replies: ReturnType<typeof change>[] = [];
  const clicks: Promise<void>[] = [];
  // The change has locked the campaign and waits to create its budget.
  await whileLocked('LOCK TABLE shared_budgets IN SHARE MODE', async () => {
    replies.push(change(`${campaignId}`, { max_clicks: 5, shared_budget: { title: 'Year', amount: 100 } }));
    await waiting(1);
    clicks.push(record([{ code, at: new Date() }]));
    await waiting(2, clicks[0]);
  });
  await Promise.all(clicks);
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200]);
  const { rows } = await application.database.pool.query('SELECT clicks FROM campaign_spend WHERE campaign_id = $1', [
    campaignId,
  ]);
  expect(rows).toEqual([{ clicks: 1 }, { clicks: 1 }]);
});
