import { describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { createReportingShop, DAY, MINUTE, noon } from '../../../../tests/harness/reporting-shop.ts';
import { ClickClass } from '../../clicks/click-classes.ts';
import { newClickId } from '../../clicks/click-id.ts';
import { TermsKind } from '../../clicks/profile.ts';

const store = await createReportingShop();

const nobodys = (reason: string) => ({
  attribution: 'none',
  unattributed_reason: reason,
  link_id: null,
  user_id: null,
  agency_id: null,
  campaign_id: null,
  cost_minor: 0,
  user_minor: 0,
  agency_minor: 0,
  counts: false,
});
const ours = () => ({ attribution: 'click', unattributed_reason: null, link_id: store.link.id, user_id: store.userId });

describe('an order with a click', () => {
  it('is attributed to the click’s link and creator by the terms of the click, rounded down on each side', async () => {
    const clickId = await store.click();
    expect(await store.reportAndRead({ clickId, value: '99.99' })).toMatchObject({
      ...ours(),
      click_id: clickId,
      agency_id: store.agencyId,
      campaign_id: null,
      terms: TermsKind.storePrices,
      status: 'pending',
      value_minor: 9_999,
      original_minor: 9_999,
      cpa_ppm: 60_000,
      invoice_cpa_ppm: 80_000,
      day: '2026-03-10',
      // 799.92, 419.958 and 59.994 of 9999.
      cost_minor: 799,
      user_minor: 419,
      agency_minor: 59,
      counts: true,
    });
    expect(await orderFaults(store.database.pool)).toEqual([]);
  });

  it('counts within the store’s window and the clock tolerance, to the millisecond', async () => {
    const reportAndRead = async (clickAt: Date) =>
      (await store.reportAndRead({ clickId: await store.click({ at: clickAt }) })).unattributed_reason;
    expect(await reportAndRead(noon(-30 * DAY))).toBeNull();
    expect(await reportAndRead(noon(-30 * DAY - 1))).toBe('click_too_old');
    expect(await reportAndRead(noon(30 * MINUTE))).toBeNull();
    expect(await reportAndRead(noon(30 * MINUTE + 1))).toBe('click_after_order');
    await store.run('UPDATE stores SET attribution_window_days = 1 WHERE id = $1', store.storeId);
    expect(await reportAndRead(noon(-DAY))).toBeNull();
    expect(await reportAndRead(noon(-DAY - 1))).toBe('click_too_old');
    await store.run('UPDATE stores SET attribution_window_days = 30 WHERE id = $1', store.storeId);
  });

  it('measures the window to the time of the order, not of its report', async () => {
    const clickId = await store.click({ at: noon(-40 * DAY) });
    expect(await store.reportAndRead({ clickId, orderAt: noon(-20 * DAY) })).toMatchObject({
      ...ours(),
      day: '2026-02-18',
    });
  });

  it('applies to a person’s click that costs nothing itself: a duplicate, a prefetch', async () => {
    const same = { visitor: 'she', at: noon(-50 * MINUTE) };
    await store.click(same);
    const [second, ahead] = [
      await store.click({ ...same, at: noon(-49 * MINUTE) }),
      await store.click({ class: ClickClass.prefetch }),
    ];
    expect(await store.run('SELECT class, cost_minor FROM clicks WHERE id = $1', second)).toEqual([
      { class: ClickClass.duplicate, cost_minor: 0 },
    ]);
    for (const clickId of [second, ahead])
      expect(await store.reportAndRead({ clickId })).toMatchObject({
        ...ours(),
        cost_minor: 800,
        user_minor: 420,
        agency_minor: 60,
      });
  });

  it.each([
    ['bot', 'bot'],
    ['blocked', 'blocked'],
    ['inactive', 'inactive'],
    ['embedded', 'embedded'],
    ['unpaid_page', 'unpaid_page'],
  ] as const)('is unattributed when the click has the class %s', async (name, reason) => {
    const clickId = await store.click({ class: ClickClass[name] });
    expect(await store.reportAndRead({ clickId })).toMatchObject({ ...nobodys(reason), click_id: clickId });
  });

  it('is unattributed when the click is unknown, malformed, or led to another store', async () => {
    const unknown = newClickId(noon(-MINUTE).getTime());
    expect(await store.reportAndRead({ clickId: unknown })).toMatchObject({
      ...nobodys('unknown_click'),
      click_id: unknown,
    });
    expect(await store.reportAndRead({ clickId: '{tclid}' })).toMatchObject({
      ...nobodys('unknown_click'),
      click_id: null,
    });
    const { market, userId } = store;
    const elsewhere = await market.link({ userId, storeId: await market.store() });
    const clickId = await store.click({ code: elsewhere.code });
    expect(await store.reportAndRead({ clickId })).toMatchObject(nobodys('other_store'));
  });

  it('recognises the click’s id in capitals and with surrounding spaces', async () => {
    const clickId = await store.click();
    expect(await store.reportAndRead({ clickId: ` ${clickId.toUpperCase()} ` })).toMatchObject({
      ...ours(),
      click_id: clickId,
    });
  });

  it('is unattributed without a click or voucher, and belongs to the day of the platform’s zone', async () => {
    expect(await store.reportAndRead()).toMatchObject({ ...nobodys('no_click'), click_id: null });
    const inAuckland = await createReportingShop({ timeZone: 'Pacific/Auckland' });
    expect(await inAuckland.reportAndRead()).toMatchObject({ day: '2026-03-11' });
  });
});

describe('the terms of an order', () => {
  it('remain those of its click when prices, shares, the client and the campaign change afterwards', async () => {
    const { market, run } = store;
    const agencyId = await market.agency({ userShare: 0.5, agencyShare: 0.25 });
    const userId = await market.user({ agencyId });
    const storeId = await market.store();
    await market.price({ storeId, cpcMinor: 200, cpa: 0.06, invoiceCpa: 0.08 });
    const link = await market.link({ userId, storeId });
    const campaignId = await market.campaign({ storeId });
    await market.price({ storeId, campaignId, cpcMinor: 100, cpa: 0.1, invoiceCpa: 0.2 });
    const clickId = await store.click({ code: link.code });
    await run('UPDATE prices SET cpa = 0.5, invoice_cpa = 0.6 WHERE store_id = $1', storeId);
    await run('UPDATE campaigns SET deleted_at = now() WHERE id = $1', campaignId);
    await run('UPDATE agencies SET user_share = 0.1, agency_share = 0.9 WHERE id = $1', agencyId);
    await run('UPDATE users SET agency_id = $1 WHERE id = $2', await market.agency({ agencyShare: 0.2 }), userId);
    expect(await store.reportAndRead({ storeId, clickId })).toMatchObject({
      user_id: userId,
      agency_id: agencyId,
      campaign_id: campaignId,
      terms: TermsKind.runningCampaign,
      cost_minor: 2_000,
      user_minor: 500,
      agency_minor: 250,
    });
    const days = await run(
      'SELECT agency_id, campaign_id, orders FROM link_days WHERE link_id = $1 AND orders > 0',
      link.id,
    );
    expect(days).toEqual([{ agency_id: agencyId, campaign_id: campaignId, orders: 1 }]);
  });

  it('are those of the source, the participant’s own, and the offer’s own shares where there are such', async () => {
    const { market } = store;
    const userId = await market.user({ agencyId: store.agencyId });
    const storeId = await market.store();
    const link = await market.link({ userId, storeId });
    const campaignId = await market.campaign({ storeId, type: 'store_accept' });
    await market.price({ storeId, campaignId, cpcMinor: 100, cpa: 0.1, userShare: 0.5, agencyShare: 0.2 });
    await market.price({ storeId, campaignId, source: 1, cpcMinor: 100, cpa: 0.2, invoiceCpa: 0.3 });
    const participantId = await market.participant({ campaignId, userId });
    const general = () => store.click({ code: link.code });
    expect(await store.reportAndRead({ storeId, clickId: await general() })).toMatchObject({
      campaign_id: campaignId,
      cost_minor: 1_000,
      user_minor: 500,
      agency_minor: 200,
    });
    const clickId = await store.click({ code: link.code, source: 1 });
    expect(await store.reportAndRead({ storeId, clickId })).toMatchObject({
      cost_minor: 3_000,
      user_minor: 1_400,
      agency_minor: 200,
    });
    await market.price({ storeId, campaignId, participantId, cpcMinor: 150, cpa: 0.4, invoiceCpa: 0.5 });
    expect(await store.reportAndRead({ storeId, clickId: await general() })).toMatchObject({
      cost_minor: 5_000,
      user_minor: 2_000,
    });
  });

  it('have no client’s share when the creator has no client', async () => {
    const { market, storeId } = store;
    const { code } = await market.link({ userId: await market.user(), storeId });
    expect(await store.reportAndRead({ clickId: await store.click({ code }) })).toMatchObject({
      agency_id: null,
      agency_minor: 0,
      user_minor: 420,
    });
  });
});

describe('an order with a voucher', () => {
  const give = async (code: string, values: { userId?: number; storeId?: number } = {}) => {
    const { userId = store.userId, storeId = store.storeId } = values;
    const link = await store.market.link({ userId, storeId });
    await store.run(
      'INSERT INTO vouchers (store_id, code, user_id, link_id) VALUES ($1, $2, $3, $4)',
      storeId,
      code,
      userId,
      link.id,
    );
    return link;
  };

  it('is attributed to the voucher’s creator, in any letter case, with the current terms', async () => {
    const link = await give('Linnea15');
    const first = await store.reportAndRead({ voucherCode: 'LINNEA15' });
    expect(first).toMatchObject({
      attribution: 'voucher',
      voucher_code: 'LINNEA15',
      link_id: link.id,
      user_id: store.userId,
      agency_id: store.agencyId,
      click_id: null,
      terms: TermsKind.storePrices,
      cost_minor: 800,
      user_minor: 420,
      agency_minor: 60,
    });
    await store.run('UPDATE prices SET cpa = 0.01, invoice_cpa = 0.02 WHERE store_id = $1', store.storeId);
    expect(await store.reportAndRead({ voucherCode: 'linnea15' })).toMatchObject({ cost_minor: 200, user_minor: 70 });
    expect(await store.row(first.id)).toMatchObject({ cost_minor: 800 });
    await store.run('UPDATE prices SET cpa = 0.06, invoice_cpa = 0.08 WHERE store_id = $1', store.storeId);
  });

  it('has the terms of the running campaign, and the next terms when it is used up', async () => {
    const { market } = store;
    const storeId = await market.store();
    await market.price({ storeId, cpcMinor: 10, cpa: 0.01 });
    const campaignId = await market.campaign({ storeId, maxClicks: 1 });
    await market.price({ storeId, campaignId, cpcMinor: 10, cpa: 0.2 });
    const link = await give('OFFER', { storeId });
    expect(await store.reportAndRead({ storeId, voucherCode: 'OFFER' })).toMatchObject({
      campaign_id: campaignId,
      cost_minor: 2_000,
    });
    await store.click({ code: link.code });
    expect(await store.reportAndRead({ storeId, voucherCode: 'OFFER' })).toMatchObject({
      campaign_id: null,
      cost_minor: 100,
    });
  });

  it('is attributed to a qualifying click, otherwise to the voucher', async () => {
    const other = await give('RIVAL', { userId: await store.market.user() });
    expect(await store.reportAndRead({ clickId: await store.click(), voucherCode: 'RIVAL' })).toMatchObject({
      ...ours(),
      voucher_code: 'RIVAL',
    });
    const old = await store.click({ at: noon(-31 * DAY) });
    expect(await store.reportAndRead({ clickId: old, voucherCode: 'RIVAL' })).toMatchObject({
      attribution: 'voucher',
      link_id: other.id,
    });
  });

  it('is unattributed when the code is unknown or of another store; the click’s reason takes precedence', async () => {
    await give('ELSEWHERE', { storeId: await store.market.store() });
    for (const voucherCode of ['NOBODYS', 'ELSEWHERE'])
      expect(await store.reportAndRead({ voucherCode })).toMatchObject({
        ...nobodys('unknown_voucher'),
        voucher_code: voucherCode,
      });
    const clickId = await store.click({ class: ClickClass.bot });
    expect(await store.reportAndRead({ voucherCode: 'NOBODYS', clickId })).toMatchObject(nobodys('bot'));
  });

  it('is unattributed when the store does not pay the creator, or pays no creators', async () => {
    const { market, run } = store;
    const [blocked, suspended] = [await market.user(), await market.user({ suspended: true })];
    await run('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', store.storeId, blocked);
    await give('BLOCKED', { userId: blocked });
    await give('SUSPENDED', { userId: suspended });
    expect(await store.reportAndRead({ voucherCode: 'BLOCKED' })).toMatchObject(nobodys('blocked'));
    expect(await store.reportAndRead({ voucherCode: 'SUSPENDED' })).toMatchObject(nobodys('inactive'));
  });
});
