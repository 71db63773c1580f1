import { beforeEach, describe, expect, it } from 'vitest';
import { orderFaults } from '../../../../tests/harness/order-totals.ts';
import { clickRecorder } from '../../../../tests/harness/recorded-clicks.ts';
import { openSellingStore } from '../../../../tests/harness/selling-store.ts';
import { createCalendar } from '../../../platform/calendar.ts';

const START = Date.parse('2026-03-15T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let clock = START;
const store = await openSellingStore({ now: () => new Date(clock) });
const { market, tokenOf, call, database } = store.application;
const { storeId, query } = store;
const memberId = await market.user();
await market.member(storeId, memberId);
const member = await tokenOf(memberId);
const [{ user_id: clickerId }] = await query('SELECT user_id FROM links WHERE id = $1', [store.linkId]);
const [coderId, strangerId] = [await market.user(), await market.user()];
const [clicker, coder, stranger] = [await tokenOf(clickerId), await tokenOf(coderId), await tokenOf(strangerId)];
const coderLink = await market.link({ userId: coderId, storeId });

const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object) =>
  call({ method, url, as: member, ...(body === undefined ? {} : { body }) });
const setRules = (body: object) => send('PATCH', `/v2/advertisers/${storeId}/order-rules`, body);
const setWindow = (days: number) =>
  send('PUT', `/v2/advertisers/${storeId}/attribution-window`, { attribution_window_days: days });
const give = (code: string, values: object = {}) =>
  send('POST', `/v2/stores/${storeId}/vouchers`, {
    code,
    user_id: coderId,
    valid_from: new Date(START - 90 * DAY).toISOString(),
    ...values,
  });
let numbers = 0;
const report = async (body: object = {}) => {
  numbers += 1;
  const whole = { order_id: `R-${numbers}`, order_value: 100, tclid: store.click, voucher_code: 'CODE10', ...body };
  return (await send('POST', `/v2/stores/${storeId}/orders`, whole)).body;
};
const ago = (ms: number) => new Date(clock - ms).toISOString();
const explained = (id: number, as: string) => call({ url: `/v2/orders/${id}/explanation`, as });
type Step = { rule: string; because: string; inputs: Record<string, unknown>; result: string };
const step = (steps: Step[], rule: string) => steps.find((one) => one.rule === rule);
/** The first click of a link after `at`, by the terms of that time. */
const clickOn = async (code: string, at: number) => {
  await clickRecorder(database, createCalendar('UTC'))([{ code, at: new Date(at) }]);
  return (await query('SELECT id FROM clicks ORDER BY id DESC LIMIT 1'))[0].id as string;
};

beforeEach(async () => {
  clock = START;
  await query('DELETE FROM vouchers');
  await query('UPDATE stores SET attribution_window_days = 30');
  await query('UPDATE campaigns SET deleted_at = now(), attribution = NULL, attribution_window_days = NULL');
  await store.reset();
  await give('CODE10');
});

describe('An order keeps the rules under which it was placed', () => {
  it('also when it is reported after the store has changed them, with a version for each change', async () => {
    await setRules({ attribution: 'code_first' });
    clock += 2 * HOUR;
    await setRules({ attribution: 'click_first' });
    await setRules({ attribution: 'click_first', signature_required: false });
    clock += HOUR;
    expect(await report({ order_at: ago(2 * HOUR) })).toMatchObject({ attribution: 'voucher' });
    expect(await report({ order_at: ago(30 * 60_000) })).toMatchObject({ attribution: 'click' });
    const { body } = await call({ url: `/v2/advertisers/${storeId}/order-rule-versions`, as: member });
    expect(body.data).toMatchObject([
      { version: 3, attribution: 'click_first', changed_by: { id: memberId }, valid_from: ago(HOUR), offer_id: null },
      { version: 2, attribution: 'code_first', changed_by: { id: memberId }, valid_from: ago(3 * HOUR) },
      { version: 1, attribution: 'click_first', changed_by: null, valid_from: null, attribution_window_days: 30 },
    ]);
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('also the window, and also when it is corrected after a change', async () => {
    clock += 20 * DAY;
    await setWindow(10);
    clock += HOUR;
    const number = { order_id: 'LATE' };
    const before = { ...number, order_at: ago(2 * HOUR), voucher_code: undefined };
    expect(await report(before)).toMatchObject({ attribution: 'click' });
    expect(await report({ ...before, order_value: 60 })).toMatchObject({ attribution: 'click' });
    expect(await report({ voucher_code: undefined })).toMatchObject({ unattributed_reason: 'click_too_old' });
    expect(await report({ ...before, order_at: ago(1) })).toMatchObject({ attribution: 'click' });
  });

  it('also the approval period, unless a shorter one would have reached it already', async () => {
    await setRules({ approval_days: 20 });
    clock += 5 * DAY;
    await setRules({ approval_days: 90 });
    clock += DAY;
    expect(await report({ order_at: ago(2 * DAY) })).toMatchObject({ decide_by: ago(-18 * DAY) });
    expect(await report()).toMatchObject({ decide_by: ago(-90 * DAY) });
    await setRules({ approval_days: 3 });
    clock += DAY;
    expect(await report({ order_at: ago(2 * DAY) })).toMatchObject({ decide_by: ago(-6 * DAY) });
  });

  it('which its explanation names to the creator who has it, with the version', async () => {
    await setRules({ attribution: 'code_first' });
    const { id } = await report();
    const { steps } = (await explained(id, coder)).body;
    expect(step(steps, 'attribution_rule')).toMatchObject({
      result: 'code_first',
      because: expect.stringContaining('version 2'),
      inputs: { attribution_rule: 'code_first', rule_of: 'store', rule_version: 2, applies_since_at: ago(0) },
    });
  });
});

describe('A creator whose click or code an order names, and who did not get it', () => {
  it('reads the rule and its version, and neither the other creator nor amounts', async () => {
    await setRules({ attribution: 'code_first' });
    const byCode = await report();
    clock += HOUR;
    await setRules({ attribution: 'click_first' });
    const byClick = await report();
    for (const [order, as, rule, version, trace] of [
      [byCode, clicker, 'code_first', 2, 'click'],
      [byClick, coder, 'click_first', 3, 'voucher'],
    ] as const) {
      const { status, body } = await explained(order.id, as);
      expect([status, body.outcome, body.amounts]).toEqual([
        200,
        'none',
        { store: null, creator: null, agency: null, platform: null },
      ]);
      expect(step(body.steps, 'attribution')).toMatchObject({ inputs: { trace } });
      expect(step(body.steps, 'attribution_rule')).toMatchObject({ result: rule, inputs: { rule_version: version } });
      const text = JSON.stringify(body);
      for (const hidden of ['"user_id"', '_minor"', '100.00', order.order_id, 'CODE10', `"${order.user.id}"`])
        expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    }
    const { steps } = (await call({ url: `/v2/clicks/${store.click}/explanation`, as: clicker })).body;
    expect(step(steps, 'order')).toMatchObject({ record: { kind: 'order', id: String(byCode.id) } });
    expect((await explained(byCode.id, stranger)).status).toBe(404);
  });

  it('reads that another voucher decided, or that the click was too old', async () => {
    await give('OTHER10', { user_id: strangerId });
    const both = await report({ tclid: undefined, voucher_code: 'OTHER10,CODE10' });
    expect(step((await explained(both.id, coder)).body.steps, 'attribution')?.because).toContain('several vouchers');
    clock += 60 * DAY;
    const old = await report();
    expect(old).toMatchObject({ attribution: 'voucher' });
    expect(step((await explained(old.id, clicker)).body.steps, 'attribution')?.because).toContain('older than');
  });

  it('reads nothing of an order that belongs to nobody', async () => {
    const { id } = await report({ order_value: 999_999_999 });
    for (const as of [clicker, coder]) expect((await explained(id, as)).status).toBe(404);
  });
});

describe('An exclusive voucher', () => {
  it('makes every order that names it its creator’s, also when another code stands before it', async () => {
    expect(await give('MINE10', { exclusive: true })).toMatchObject({ status: 201, body: { exclusive: true } });
    await give('OTHER10', { user_id: strangerId });
    for (const voucher_code of ['MINE10', 'OTHER10,MINE10', 'FREESHIP,mine10']) {
      const order = await report({ voucher_code });
      expect(order).toMatchObject({ attribution: 'voucher', user: { id: coderId } });
      const { steps } = (await explained(order.id, clicker)).body;
      expect(step(steps, 'attribution_rule')).toMatchObject({ result: 'exclusive_code' });
    }
    expect(await report({ voucher_code: 'OTHER10' })).toMatchObject({ attribution: 'click' });
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('takes no earlier order, neither when it is registered anew nor when it was valid only later', async () => {
    const [{ id }] = await query(`SELECT id FROM vouchers WHERE code = 'CODE10'`);
    clock += HOUR;
    await send('DELETE', `/v2/stores/${storeId}/vouchers/${id}`);
    await give('CODE10', { exclusive: true, valid_from: undefined });
    clock += HOUR;
    expect(await report({ order_at: ago(90 * 60_000) })).toMatchObject({ attribution: 'click' });
    expect(await report()).toMatchObject({ attribution: 'voucher' });
  });

  it('takes nothing for a member of the store, and nothing for a suspended creator', async () => {
    await query(`UPDATE vouchers SET exclusive = true, user_id = $1, link_id = $2`, [
      memberId,
      (await market.link({ userId: memberId, storeId })).id,
    ]);
    expect(await report()).toMatchObject({ attribution: 'click', user: { id: clickerId } });
    await query(`UPDATE vouchers SET user_id = $1, link_id = $2`, [coderId, coderLink.id]);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [coderId]);
    expect(await report()).toMatchObject({ attribution: 'click', user: { id: clickerId } });
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [coderId]);
  });

  it('does not turn the report of another’s page into an order of its creator: a person decides', async () => {
    await give('MINE10', { exclusive: true });
    const page = { order_id: 'PAGE', order_value: '100.00', currency: 'SEK' };
    await store.pixel({ ...page, tclid: store.click });
    await store.pixel({ ...page, tclid: store.click, voucher_code: 'MINE10' });
    expect((await store.orders())[0]).toMatchObject({ unattributed_reason: 'disputed', user_minor: 0 });
    await report({ order_id: 'PAGE', voucher_code: undefined });
    expect((await store.orders())[0]).toMatchObject({ attribution: 'click', user_id: clickerId });
  });
});

describe('The rules of a campaign', () => {
  // Each test has its own year, so that its clicks are nobody's repeated ones.
  let years = 0;
  beforeEach(() => {
    years += 1;
    clock = START + years * 365 * DAY;
  });
  /** A campaign for some creators, with the store's prices. */
  const open = async (users: number[], fields: object) => {
    const id = await market.campaign({ storeId });
    await market.price({ storeId, campaignId: id, cpa: 0.1 });
    for (const userId of users)
      await query('INSERT INTO campaign_targets (campaign_id, user_id) VALUES ($1, $2)', [id, userId]);
    const { status } = await send('PATCH', `/v2/offers/${id}`, fields);
    expect(status).toBe(200);
    return id;
  };
  const clicked = async () =>
    clickOn((await query('SELECT code FROM links WHERE id = $1', [store.linkId]))[0].code, clock);
  const place = async () => {
    const tclid = await clicked();
    clock += 60_000;
    return report({ tclid });
  };

  it('decide about the campaign’s own orders, and the explanation names the campaign’s version', async () => {
    await open([clickerId, coderId], { attribution: 'code_first' });
    const order = await place();
    expect(order).toMatchObject({ attribution: 'voucher', user: { id: coderId } });
    const { steps } = (await explained(order.id, clicker)).body;
    expect(step(steps, 'attribution_rule')).toMatchObject({
      inputs: { attribution_rule: 'code_first', rule_of: 'campaign' },
    });
    expect(await orderFaults(database.pool)).toEqual([]);
  });

  it('take no order from a creator outside the campaign, whose rule is the store’s', async () => {
    await open([coderId], { attribution: 'code_first' });
    expect(await place()).toMatchObject({ attribution: 'click', user: { id: clickerId } });
    await setRules({ attribution: 'code_first' });
    await query('UPDATE campaigns SET deleted_at = now()');
    clock += 60_000;
    await open([clickerId], { attribution: 'click_first' });
    expect(await place()).toMatchObject({ attribution: 'voucher', user: { id: coderId } });
  });

  it('give an order to a creator outside the campaign, if they say so of the campaign’s own orders', async () => {
    await open([clickerId], { attribution: 'code_first' });
    expect(await place()).toMatchObject({ attribution: 'voucher', user: { id: coderId } });
    await query('UPDATE campaigns SET deleted_at = now()');
    await setRules({ attribution: 'code_first' });
    clock += 60_000;
    await open([coderId], { attribution: 'click_first' });
    expect(await place()).toMatchObject({ attribution: 'click', user: { id: clickerId } });
  });

  it('set the window for clicks with its terms, for orders that are placed from then on', async () => {
    const id = await open([clickerId], { attribution_window_days: 60 });
    const tclid = await clicked();
    clock += 50 * DAY;
    const order = { tclid, voucher_code: undefined };
    expect(await report(order)).toMatchObject({ attribution: 'click' });
    await send('PATCH', `/v2/offers/${id}`, { attribution_window_days: 7 });
    clock += HOUR;
    expect(await report({ ...order, order_at: ago(2 * HOUR) })).toMatchObject({ attribution: 'click' });
    expect(await report(order)).toMatchObject({ unattributed_reason: 'click_too_old' });
  });

  it.each([
    [{ attribution: 'last' }, 'attribution'],
    [{ attribution_window_days: 0 }, 'attribution_window_days'],
    [{ attribution_window_days: 366 }, 'attribution_window_days'],
  ])('name the field of %j', async (body, field) => {
    const id = await market.campaign({ storeId });
    const { status, body: reply } = await send('PATCH', `/v2/offers/${id}`, body);
    expect([status, Object.keys(reply.errors)]).toEqual([422, [field]]);
  });
});
