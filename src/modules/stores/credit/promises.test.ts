import { describe, expect, it } from 'vitest';
import { createTestApplication, TEST_COMPANY } from '../../../../tests/harness/application.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { connectDatabase } from '../../../platform/database/database.ts';
import { audit, closeAllPeriods } from '../../payments/index.ts';

const application = await createTestApplication();
const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

/** A campaign with a one-time payment for each participant, and with invited participants. */
async function campaignWith({
  creditMinor = 1_000,
  sumMinor = 400,
  invited = 3,
  approval = 'approved',
}: {
  creditMinor?: number;
  sumMinor?: number;
  invited?: number;
  approval?: 'approved' | 'pending';
} = {}) {
  const { market } = application;
  const storeId = await market.store({ creditMinor, approval });
  await market.price({ storeId, cpcMinor: 1 });
  const campaignId = await market.campaign({ storeId, type: 'user_accept' });
  await query(
    'UPDATE campaigns SET has_onetime_payment = true, one_time_payment_minor = $2 WHERE id = $1',
    campaignId,
    sumMinor,
  );
  const participants: number[] = [];
  for (let n = 0; n < invited; n++)
    participants.push(await market.participant({ campaignId, userId: await market.user(), status: 'open' }));
  return { storeId, campaignId, participants };
}

const move = (campaignId: number, participantId: number, status: string) =>
  application.call({
    method: 'PATCH',
    url: `/v2/offers/${campaignId}/participants/${participantId}/update-status`,
    as: admin,
    body: { status },
  });

const creditOf = async (storeId: number): Promise<{ incurred: number; promised: number }> => {
  const { body } = await application.call({ url: `/v2/stores/${storeId}/credit`, as: admin });
  return { incurred: body.incurred_minor, promised: body.promised_minor };
};

const faults = async () => (await audit(application.database.db)).filter((check) => check.faults > 0);

const refused = (code: string) => ({ status: 400, body: expect.objectContaining({ error: code }) });

describe('a sum that a campaign pays once', () => {
  it('is reserved when a participant accepts, refused beyond the credit, and free again when it is taken back', async () => {
    const { storeId, campaignId, participants } = await campaignWith();
    const [first, second, third] = participants as [number, number, number];
    expect((await move(campaignId, first, 'accepted')).status).toBe(200);
    expect((await move(campaignId, second, 'accepted')).status).toBe(200);
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 800 });
    expect(await move(campaignId, third, 'accepted')).toMatchObject(refused('credit_limit'));
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 800 });
    expect((await move(campaignId, first, 'open')).status).toBe(200);
    expect((await move(campaignId, third, 'accepted')).status).toBe(200);
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 800 });
    expect(await faults()).toEqual([]);
  });

  it('leaves exactly the remainder for one-time payments', async () => {
    const { storeId, campaignId, participants } = await campaignWith();
    expect((await move(campaignId, participants[0]!, 'accepted')).status).toBe(200);
    const [{ user_id: userId }] = await query('SELECT user_id FROM participants WHERE id = $1', participants[0]);
    const pay = (amount: number) =>
      application.call({
        method: 'POST',
        url: `/stores/${storeId}/user/${userId}/oneTimePayment`,
        as: admin,
        body: { comment: 'Bonus', payment_date: new Date().toISOString().slice(0, 10), user_earnings: amount },
      });
    expect(await pay(601)).toMatchObject(refused('credit_limit'));
    expect((await pay(600)).status).toBe(200);
    expect(await creditOf(storeId)).toEqual({ incurred: 600, promised: 400 });
    expect(await move(campaignId, participants[1]!, 'accepted')).toMatchObject(refused('credit_limit'));
  });

  it('follows another sum of the participant and of the campaign, and a campaign that is deleted', async () => {
    const { storeId, campaignId, participants } = await campaignWith();
    const [first, second] = participants as [number, number, number];
    for (const one of [first, second]) expect((await move(campaignId, one, 'accepted')).status).toBe(200);
    const agree = (participantId: number, amount: string) =>
      application.call({
        method: 'PUT',
        url: `/v2/offers/${campaignId}/participants/${participantId}/payment-amount`,
        as: admin,
        body: { payment_amount: { amount, currency: 'SEK' } },
      });
    expect(await agree(first, '6.01')).toMatchObject(refused('credit_limit'));
    expect((await agree(first, '6.00')).status).toBeLessThan(300);
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 1_000 });
    const raise = (minor: number) =>
      query('UPDATE campaigns SET one_time_payment_minor = $2 WHERE id = $1', campaignId, minor);
    await expect(raise(401)).rejects.toMatchObject({ code: 'TRB04' });
    await raise(100);
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 700 });
    await query("UPDATE participants SET status = 'done' WHERE id = $1", first);
    const url = `/v2/offers/${campaignId}`;
    expect((await application.call({ method: 'DELETE', url, as: admin })).status).toBe(204);
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 600 });
    expect(await faults()).toEqual([]);
  });

  it('is not promised by a store that waits for approval', async () => {
    const { storeId, campaignId, participants } = await campaignWith({ approval: 'pending' });
    expect(await move(campaignId, participants[0]!, 'accepted')).toMatchObject(refused('store_pending'));
    expect(await creditOf(storeId)).toEqual({ incurred: 0, promised: 0 });
  });

  it('becomes a payment at the closing although the limit has been lowered since, and is not counted twice', async () => {
    const { storeId, campaignId, participants } = await campaignWith({ creditMinor: 1_000 });
    expect((await move(campaignId, participants[0]!, 'accepted')).status).toBe(200);
    expect((await move(campaignId, participants[0]!, 'done')).status).toBe(200);
    await query("UPDATE activities SET created_at = '2026-01-15' WHERE participant_id = $1", participants[0]);
    await query('UPDATE store_credit SET limit_minor = 0 WHERE store_id = $1', storeId);
    const deps = { calendar: createCalendar('UTC'), company: TEST_COMPANY };
    await closeAllPeriods(
      { db: application.database.db, now: () => new Date('2026-02-02T00:00:00Z'), actorId: null },
      deps,
    );
    expect(await creditOf(storeId)).toEqual({ incurred: 400, promised: 0 });
    expect(await faults()).toEqual([]);
  });

  it('is reserved to the minor unit when many accept, agree and change the sum at once on two processes', async () => {
    const other = connectDatabase(application.database.url, {
      maxConnections: 8,
      statementTimeoutMs: 60_000,
      onPoolError: () => {},
    });
    try {
      const { storeId, campaignId, participants } = await campaignWith({
        creditMinor: 1_050,
        sumMinor: 100,
        invited: 24,
      });
      // Clients of two processes; a refusal is an expected reply, any other error is a failure.
      const tolerate = (act: Promise<unknown>) =>
        act.then(
          () => 1,
          (error: { code?: string }) => {
            if (error.code !== 'TRB04') throw error;
            return 0;
          },
        );
      const acts = participants.flatMap((id, n) => {
        const pool = n % 2 === 0 ? application.database.pool : other.pool;
        return [
          tolerate(pool.query("UPDATE participants SET status = 'accepted' WHERE id = $1", [id])),
          ...(n % 4 === 0
            ? [tolerate(pool.query('UPDATE participants SET payment_amount_minor = $2 WHERE id = $1', [id, 60 + n]))]
            : []),
          ...(n % 6 === 0
            ? [
                tolerate(
                  pool.query('UPDATE campaigns SET one_time_payment_minor = $2 WHERE id = $1', [campaignId, 80 + n]),
                ),
              ]
            : []),
        ];
      });
      const done = (await Promise.all(acts)).reduce((sum, one) => sum + one, 0);
      expect(done).toBeGreaterThan(5);
      expect(done).toBeLessThan(acts.length);
      const { promised } = await creditOf(storeId);
      const [{ sum }] = await query('SELECT sum(minor)::int AS sum FROM promises WHERE store_id = $1', storeId);
      expect(promised).toBe(sum);
      expect(promised).toBeLessThanOrEqual(1_050);
      expect(await faults()).toEqual([]);
    } finally {
      await other.pool.end();
    }
  });
});

describe('a store without remaining credit', () => {
  const resumptions = [
    ['POST unpause', (offer: number) => ({ method: 'POST' as const, url: `/v2/offers/${offer}/unpause`, body: {} })],
    ['PATCH', (offer: number) => ({ method: 'PATCH' as const, url: `/v2/offers/${offer}`, body: { active: true } })],
    [
      'the legacy PUT',
      (offer: number, storeId: number) => ({
        method: 'PUT' as const,
        url: `/stores/${storeId}/offers/${offer}`,
        body: { name: 'Spring', active: 1, priority: 50 },
      }),
    ],
  ] as const;

  it.each(resumptions)('cannot resume a campaign that costs something, by %s', async (_, request) => {
    const { market } = application;
    const storeId = await market.store({ creditMinor: 0 });
    await market.price({ storeId, cpcMinor: 1 });
    const memberId = await market.user();
    await market.member(storeId, memberId);
    const token = await application.tokenOf(memberId);
    const promising = await market.campaign({ storeId, type: 'user_accept' });
    await query(
      'UPDATE campaigns SET has_onetime_payment = true, one_time_payment_minor = 400 WHERE id = $1',
      promising,
    );
    const priced = await market.campaign({ storeId });
    for (const id of [promising, priced]) {
      await query('UPDATE campaigns SET active = false WHERE id = $1', id);
      expect(await application.call({ ...request(id, storeId), as: token })).toMatchObject(refused('credit_limit'));
      expect(await query('SELECT active FROM campaigns WHERE id = $1', id)).toEqual([{ active: false }]);
    }
    await query('UPDATE prices SET cpc_minor = 0, cpa = 0 WHERE store_id = $1', storeId);
    await query(
      'UPDATE campaigns SET one_time_payment_minor = NULL, has_onetime_payment = false WHERE id = $1',
      promising,
    );
    expect((await application.call({ ...request(promising, storeId), as: token })).status).toBe(200);
  });
});
