import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { comparedMonths } from './read-agency-overview.ts';

const { application, cast } = await createClosedMarket({ now: () => new Date('2026-02-15T08:00:00Z') });
const { market, database } = application;
const { agencyId, ids, storeId, tokens } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

const get = (path = 'overview', role: Role | null = 'agency', agency: number | string = agencyId) =>
  application.call({ url: `/v2/clients/${agency}/${path}`, ...(role === null ? {} : { as: tokens[role] }) });
const overview = async () => {
  const { status, body } = await get();
  expect(status).toBe(200);
  return body;
};

describe('The overview of an agency', () => {
  it('compares the month with the same days of the month before', async () => {
    const [link] = await query('SELECT code FROM links WHERE user_id = $1 AND store_id = $2', ids.creator, storeId);
    const at = new Date('2026-02-10T10:00:00Z');
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at }]);
    const { month, compared_with, creators, earnings } = await overview();
    expect([month, compared_with, creators]).toEqual([
      { from: '2026-02-01', to: '2026-02-15' },
      { from: '2026-01-01', to: '2026-01-15' },
      1,
    ]);
    const sek = earnings.find(({ currency }: { currency: string }) => currency === 'SEK');
    expect(sek).toMatchObject({ clicks: 1, orders: 0, before: { clicks: 3, orders: 1 } });
    // The booked amounts of January, without the one-time payment.
    const [booked] = await query(
      `SELECT sum(e.amount_minor) FILTER (WHERE part = 'client') AS agency, sum(e.amount_minor) FILTER (WHERE part = 'user') AS creators
       FROM ledger_entries e WHERE currency = 'SEK' AND part IN ('client', 'user') AND origin_kind <> 'one_time'`,
    );
    expect([sek.before.agency.minor, sek.before.creators.minor]).toEqual([
      Number(booked.agency),
      Number(booked.creators),
    ]);
    expect(sek.days.map(({ date }: { date: string }) => date)).toHaveLength(15);
    const sum = (days: { creators: { minor: number } }[]) => days.reduce((all, day) => all + day.creators.minor, 0);
    expect([sum(sek.days), sum(sek.days_before)]).toEqual([sek.creators.minor, sek.before.creators.minor]);
  });

  it('names the creators whose earnings have changed most, in each currency', async () => {
    const { changes, earnings } = await overview();
    const earnedBefore = (currency: string) =>
      earnings.find((one: { currency: string }) => one.currency === currency).before.creators.minor;
    expect(changes.up).toEqual([]);
    expect(changes.down).toMatchObject([
      { user: { id: ids.creator }, before: { minor: earnedBefore('SEK'), currency: 'SEK' } },
      { user: { id: ids.creator }, now: { minor: 0 }, before: { minor: earnedBefore('EUR'), currency: 'EUR' } },
    ]);
    const newcomer = await market.user({ agencyId });
    const link = await market.link({ userId: newcomer, storeId });
    await clickRecorder(database, createCalendar('UTC'))([{ code: link.code, at: new Date('2026-02-11T10:00:00Z') }]);
    expect((await overview()).changes.up).toMatchObject([{ user: { id: newcomer }, before: { minor: 0 } }]);
  });

  it('has the next payouts of the agency, and the months that they wait for', async () => {
    const { payouts } = await overview();
    expect(payouts.next).toEqual((await get('next-payouts')).body.data);
    expect(payouts.months).toEqual((await get('open-months')).body.data);
    expect(payouts.months.length).toBeGreaterThan(0);
  });

  it('lists what waits for the creators by due date: invitations, drafts, terms and payout details', async () => {
    const campaign = async (status: string, title: string) => {
      const campaignId = await market.campaign({
        storeId,
        type: 'user_accept',
        validUntil: new Date('2026-03-01T00:00:00Z'),
      });
      await query('UPDATE campaigns SET campaign_title = $2 WHERE id = $1', campaignId, title);
      return { campaignId, id: await market.participant({ campaignId, userId: ids.creator, status }) };
    };
    const invited = await campaign('open', 'Spring');
    const joined = await campaign('accepted', 'Summer');
    await query(
      `INSERT INTO deliverables (participant_id, title, instructions, due_on, created_by, created_at, updated_at)
       VALUES ($1, 'Film', '', '2026-02-14', $2, now(), now())`,
      joined.id,
      ids.advertiser,
    );
    const terms = await application.call({
      method: 'PUT',
      url: `/v2/offers/${joined.campaignId}/agreement`,
      as: tokens.advertiser,
      body: { text: 'Tag us.' },
    });
    expect(terms.status).toBe(200);
    const { tasks } = await overview();
    expect(tasks.counts).toEqual({ invitation: 1, draft: 1, terms: 1, payout_details: 1 });
    const creator = { id: ids.creator, name: expect.any(String) };
    const store = { id: storeId, name: expect.any(String) };
    expect(tasks.items).toEqual([
      {
        kind: 'draft',
        user: creator,
        subject: 'Film',
        offer_id: joined.campaignId,
        store,
        due_on: '2026-02-14',
        is_overdue: true,
      },
      {
        kind: 'invitation',
        user: creator,
        subject: 'Spring',
        offer_id: invited.campaignId,
        store,
        due_on: '2026-03-01',
        is_overdue: false,
      },
      {
        kind: 'terms',
        user: creator,
        subject: 'Summer',
        offer_id: joined.campaignId,
        store,
        due_on: '2026-03-01',
        is_overdue: false,
      },
      {
        kind: 'payout_details',
        user: creator,
        subject: null,
        offer_id: null,
        store: null,
        due_on: null,
        is_overdue: false,
      },
    ]);
    // The other agency has the payout details of its own creator.
    const { body: others } = await get('overview', 'otherAgency', cast.otherAgencyId);
    expect(others.tasks.counts).toEqual({ invitation: 0, draft: 0, terms: 0, payout_details: 1 });
  });

  it('is read by representatives of the agency and administrators', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'advertiser', 'otherAgency', 'agency', 'admin'] as const)
      statuses.push((await get('overview', role)).status);
    expect(statuses).toEqual([401, 404, 404, 404, 200, 200]);
    expect((await get('overview', 'admin', 'x')).status).toBe(404);
  });
});

describe('The same days of the month before', () => {
  it('end with that month', () => {
    expect(comparedMonths('2026-03-31')).toEqual({
      now: { first: '2026-03-01', last: '2026-03-31' },
      before: { first: '2026-02-01', last: '2026-02-28' },
    });
    expect(comparedMonths('2026-01-05').before).toEqual({ first: '2025-12-01', last: '2025-12-05' });
  });
});
