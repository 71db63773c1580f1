import { beforeAll, expect, it } from 'vitest';
import { audit } from '../../src/modules/payments/index.ts';
import { createCalendar } from '../../src/platform/calendar.ts';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { clickRecorder } from '../harness/recorded-clicks.ts';

const LIMIT = 40_000;
const MAX_CLICKS = 60;
const SUM = 1_500;
const calendar = createCalendar('UTC');

/** Two processes over one database. */
let apps: [TestApplication, TestApplication];
beforeAll(async () => {
  const here = await createTestApplication();
  apps = [here, await createTestApplication({ database: here.database })];
});

const query = async (text: string, ...values: unknown[]) => (await apps[0].database.pool.query(text, values)).rows;

it('Caps, credit limits, promises, holds and voids at once on two processes are exact, and the audit finds no fault', async () => {
  const [here] = apps;
  const { market, database } = here;
  const admin = await here.tokenOf(await market.user({ isAdmin: true }));
  const storeId = await market.store({ creditMinor: LIMIT });
  await market.price({ storeId, cpcMinor: 50, cpa: 0.1 });
  const campaignId = await market.campaign({ storeId, maxClicks: MAX_CLICKS });
  await market.price({ storeId, campaignId, cpcMinor: 90 });
  const invited = await market.campaign({ storeId, type: 'user_accept' });
  await query(
    'UPDATE campaigns SET has_onetime_payment = true, one_time_payment_minor = $2 WHERE id = $1',
    invited,
    SUM,
  );
  const users = await Promise.all([1, 2, 3, 4].map(() => market.user()));
  const links = await Promise.all(users.map((userId) => market.link({ userId, storeId })));
  const participants: number[] = [];
  for (let n = 0; n < 8; n++)
    participants.push(await market.participant({ campaignId: invited, userId: await market.user(), status: 'open' }));
  const recorders = [clickRecorder(database, calendar), clickRecorder(database, calendar)];
  const day = new Date().toISOString().slice(0, 10);
  const at = new Date();

  const outcomes = new Map<string, number>();
  /** Sends a request to one of the processes. A refusal by a rule is a valid reply, a server error is not. */
  const ask = async (what: string, which: number, path: string, body?: object, method: 'POST' | 'PATCH' = 'POST') => {
    const reply = await apps[which % 2]!.call({
      method,
      url: path,
      as: admin,
      ...(body === undefined ? {} : { body }),
    });
    if (reply.status >= 500 && reply.status !== 503)
      throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
    const key = reply.status < 300 ? what : `${what}: ${reply.body.error}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    return reply;
  };
  const click = async (which: number) => {
    for (let turn = 0; turn < 5; turn++)
      await recorders[which]!(links.flatMap(({ code }) => Array.from({ length: 6 }, () => ({ code, at }))));
  };
  const pay = (n: number) =>
    ask('paid once', n, `/stores/${storeId}/user/${users[n % 4]}/oneTimePayment`, {
      comment: 'Bonus',
      payment_date: day,
      user_earnings: 2_000,
    });
  const accept = (participant: number, n: number) =>
    ask(
      'accepted',
      n,
      `/v2/offers/${invited}/participants/${participant}/update-status`,
      { status: 'accepted' },
      'PATCH',
    );
  const order = async (n: number) => {
    const [found] = await query('SELECT id FROM clicks WHERE store_id = $1 OFFSET $2 LIMIT 1', storeId, n);
    const body = {
      order_id: `O-${n}`,
      order_value: '150.00',
      currency: 'SEK',
      ...(found === undefined ? {} : { tclid: found.id }),
    };
    await ask('reported', n, `/v2/stores/${storeId}/orders`, body);
  };
  const takeBack = async (which: number) => {
    for (let turn = 0; turn < 3; turn++) {
      const filter = { kind: 'clicks', user_id: users[which], from: day, to: day };
      const preview = await ask('previewed', which, '/v2/admin/voids/preview', filter);
      if (preview.status !== 200) continue;
      const body = { ...filter, fingerprint: preview.body.fingerprint, reason: 'Checked' };
      const made = await ask('voided', which, '/v2/admin/voids', body);
      if (made.status < 300)
        await ask('undone', which + 1, `/v2/admin/voids/${made.body.id}/undo`, { reason: 'Genuine' });
    }
  };
  const hold = async (which: number) => {
    for (let turn = 0; turn < 3; turn++) {
      const made = await ask('held', which, '/v2/admin/holds', { user_id: users[3], reason: 'Suspicion' });
      if (made.status < 300)
        await ask('released', which + 1, `/v2/admin/holds/${made.body.id}/release`, { reason: 'Cleared' });
    }
  };

  await Promise.all([
    ...[0, 1].flatMap((which) => [click(which), takeBack(which), hold(which)]),
    ...participants.map((participant, n) => accept(participant, n)),
    ...Array.from({ length: 10 }, (_, n) => pay(n)),
    ...Array.from({ length: 12 }, (_, n) => order(n)),
  ]);
  // Whatever the sequence, the credit is now used up, and everything that would increase the cost is refused.
  await click(0);
  for (let n = 0; n < 20; n++) await pay(n);

  expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
  const [credit] = await query(
    'SELECT incurred_minor + promised_minor AS used FROM store_credit WHERE store_id = $1',
    storeId,
  );
  expect(credit.used).toBeLessThanOrEqual(LIMIT);
  expect(credit.used).toBeGreaterThan(LIMIT - 2_000);
  const [spend] = await query('SELECT clicks FROM campaign_spend WHERE campaign_id = $1 AND user_id = 0', campaignId);
  expect(spend.clicks).toBeLessThanOrEqual(MAX_CLICKS);
  for (const what of ['paid once', 'accepted', 'reported', 'held', 'released'])
    expect([what, outcomes.get(what) ?? 0]).not.toEqual([what, 0]);
  expect(outcomes.get('paid once: credit_limit')).toBeGreaterThan(0);
  // Voids that met no concurrent change have succeeded. Without concurrent changes, they can be taken back.
  await takeBack(2);
  expect(outcomes.get('voided')).toBeGreaterThan(0);
  expect((await audit(database.db)).filter(({ faults }) => faults > 0)).toEqual([]);
}, 600_000);
