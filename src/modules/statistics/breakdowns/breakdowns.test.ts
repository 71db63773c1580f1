import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../tests/harness/cast.ts';
import { createClosedMarket } from '../../../../tests/harness/closed-month.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { AGENCY_GROUPS, EARNINGS_GROUPS } from './read-earnings-breakdown.ts';

const { application, cast } = await createClosedMarket();
const { ids, agencyId, tokens } = cast;
const { pool } = application.database;
const JANUARY = 'from=2026-01-01&to=2026-01-31';

// Clicks of another source, which are paid for, too.
const { rows: links } = await pool.query('SELECT code FROM links WHERE user_id = $1 ORDER BY id LIMIT 1', [
  ids.creator,
]);
const at = new Date('2026-01-20T10:00:00Z');
await clickRecorder(
  application.database,
  createCalendar('UTC'),
)([
  { code: links[0].code, at, source: 1 },
  { code: links[0].code, at, source: 1 },
]);
await pool.query(`UPDATE orders SET voucher_code = 'ANNA10'`);

const get = (path: string, role: Role | null = 'agency') =>
  application.call({ url: `/v2/${path}`, ...(role === null ? {} : { as: tokens[role] }) });
const ofCreator = (rest: string, role: Role | null = 'creator') =>
  get(`users/${ids.creator}/breakdown?${JANUARY}&${rest}`, role);
const ofAgency = (rest: string, role: Role | null = 'agency') =>
  get(`clients/${agencyId}/breakdown?${JANUARY}&${rest}`, role);

// biome-ignore lint/suspicious/noExplicitAny: replies are held to their schemas by the server; tests read fields freely
type Any = any;
const sum = (rows: Any[], of: (row: Any) => number) => rows.reduce((all, row) => all + of(row), 0);

describe('A breakdown of earnings', () => {
  it.each(EARNINGS_GROUPS)('of a creator by %s adds up to the creator’s statistics', async (group) => {
    const { status, body } = await ofCreator(`group_by=${group}`);
    expect(status).toBe(200);
    const stats = (await get(`users/${ids.creator}/stats?${JANUARY}`, 'creator')).body;
    for (const one of stats.currencies) {
      const rows = body.data.filter(({ currency }: Any) => currency === one.currency);
      // An order has a code, and a click has none.
      if (group !== 'code') {
        expect(sum(rows, (row) => row.clicks)).toBe(one.clicks);
        expect(sum(rows, (row) => row.click_earnings.minor)).toBe(one.click_earnings.minor);
      }
      expect(sum(rows, (row) => row.orders)).toBe(one.orders);
      expect(sum(rows, (row) => row.order_earnings.minor)).toBe(one.order_earnings.minor);
    }
  });

  it.each(AGENCY_GROUPS)('of an agency by %s adds up to the agency’s statistics', async (group) => {
    const { status, body } = await ofAgency(`group_by=${group}`);
    expect(status).toBe(200);
    const stats = (await get(`clients/${agencyId}/stats?${JANUARY}`)).body;
    expect(stats.currencies.map(({ currency }: Any) => currency).sort()).toEqual(['EUR', 'SEK']);
    for (const one of stats.currencies) {
      const rows = body.data.filter(({ currency }: Any) => currency === one.currency);
      expect(sum(rows, (row) => row.orders)).toBe(one.orders);
      if (group === 'code') continue;
      expect(sum(rows, (row) => row.clicks)).toBe(one.clicks);
      expect(sum(rows, (row) => row.creators.minor)).toBe(one.creators.minor);
      expect(sum(rows, (row) => row.agency.minor)).toBe(one.agency.minor);
      expect(sum(one.days, (day) => day.agency.minor)).toBe(one.agency.minor);
    }
  });

  it('names sources, campaigns, codes and creators', async () => {
    const groups = (body: Any) => body.data.map(({ group }: Any) => group);
    // The order has no click.
    expect(groups((await ofCreator('group_by=source&currency=SEK')).body)).toEqual(['general', 'social', null]);
    expect(groups((await ofCreator('group_by=code&currency=SEK')).body)).toEqual(['ANNA10']);
    const { body: campaigns } = await ofCreator('group_by=offer&currency=SEK');
    expect(campaigns.data.map(({ offer }: Any) => offer?.title ?? null)).toEqual([null, 'Summer campaign']);
    const { body: creators } = await ofAgency('group_by=creator&currency=SEK');
    expect(creators.data).toMatchObject([{ user: { id: ids.creator }, clicks: 5, orders: 1 }]);
  });

  it('is read by the creator, the creator’s agency and administrators, or by representatives of the agency', async () => {
    const statuses = async (ask: (rest: string, role: Role | null) => Promise<{ status: number }>) => {
      const found = [];
      for (const role of [null, 'creator', 'otherCreator', 'advertiser', 'agency', 'otherAgency', 'admin'] as const)
        found.push((await ask('', role)).status);
      return found;
    };
    expect(await statuses(ofCreator)).toEqual([401, 200, 404, 404, 200, 404, 200]);
    expect(await statuses(ofAgency)).toEqual([401, 404, 404, 404, 200, 404, 200]);
    const ofStats = (_: string, role: Role | null) => get(`clients/${agencyId}/stats`, role);
    expect(await statuses(ofStats)).toEqual([401, 404, 404, 404, 200, 404, 200]);
  });

  it.each(['group_by=creator', 'group_by=link', 'currency=kr', 'from=2026-02-01'])(
    'of a creator refuses %s',
    async (rest) => {
      expect((await ofCreator(rest)).status).toBe(422);
    },
  );

  it('by a property of clicks is read for at most 31 days, by campaign for a year', async () => {
    const year = `users/${ids.creator}/breakdown?from=2025-02-01&to=2026-01-31`;
    const { status, body } = await get(`${year}&group_by=device`, 'creator');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['to']]);
    expect((await get(`${year}&group_by=offer`, 'creator')).status).toBe(200);
  });
});
