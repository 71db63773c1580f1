import { expect, test } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';
import { checkLinks } from './check-links.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database, call } = application;
const follow = await letShoppersIn(application);
const ctx = { db: database.db, now: () => new Date() };
const { tokens } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;

let stores = 0;
/** A store that pays 100 a click and 10 % of an order, and a creator's link to one of its pages. */
async function scene() {
  stores += 1;
  const domain = `unpaid-${stores}.example`;
  const storeId = await market.store({ domains: [domain] });
  await market.member(storeId, cast.ids.advertiser);
  await market.price({ storeId, cpcMinor: 100, cpa: 0.1 });
  const link = await market.link({ userId: cast.ids.creator, storeId, url: `https://${domain}/sale/shoes` });
  const member = await application.tokenOf(cast.ids.advertiser);
  return { storeId, domain, member, link };
}

/** Follows a link as a new shopper. */
async function clickOn({ code }: { code: string }) {
  const { status, location } = await follow(code);
  expect(status).toBe(302);
  const tclid = new URL(location!).searchParams.get('tclid')!;
  const explained = await call({ url: `/v2/clicks/${tclid}/explanation`, as: tokens.admin });
  const [click] = await query('SELECT class, cost_minor FROM clicks WHERE id = $1', tclid);
  return { tclid, explained: explained.body, ...click };
}

const refusalOf = async ({ id }: { id: number }) => {
  const listed = await call({ url: `/v2/users/${cast.ids.creator}/link-stats?link_id=${id}`, as: tokens.creator });
  return listed.body.data[0].refusal;
};
const notesOf = (storeId: number) =>
  query(
    `SELECT n.user_id, n.data, n.mail FROM notifications n JOIN stores s ON n.data->>'store' = s.name
     WHERE n.message = 'links_unpaid' AND s.id = $1 ORDER BY n.id`,
    storeId,
  );

test('a block rule decides the next click of an existing link, its order and its place in the list, until the rule goes', async () => {
  const { storeId, member, domain, link } = await scene();
  expect(await clickOn(link)).toMatchObject({ class: 0, cost_minor: 100 });
  const rules = `/v2/advertisers/${storeId}/url-matching-rules`;
  const rule = await call({
    method: 'POST',
    url: rules,
    as: member,
    body: { type: 'block', url: `https://${domain}/sale` },
  });
  const refused = await clickOn(link);
  expect(refused).toMatchObject({ class: 12, cost_minor: 0 });
  expect(JSON.stringify(refused.explained)).toContain('does not pay for clicks to this page');
  const order = await call({
    method: 'POST',
    url: `/v2/stores/${storeId}/orders`,
    as: member,
    body: { order_id: `O-${storeId}`, order_value: '500.00', currency: 'SEK', tclid: refused.tclid },
  });
  expect(order.status).toBe(201);
  const read = await call({ url: `/v2/stores/${storeId}/orders/${order.body.id}`, as: member });
  expect(read.body).toMatchObject({ user: null, unattributed_reason: 'unpaid_page' });
  await checkLinks(ctx);
  expect(await refusalOf(link)).toBe('unpaid_page');
  const [{ name }] = (await query('SELECT name FROM stores WHERE id = $1', storeId)) as [{ name: string }];
  expect(await notesOf(storeId)).toEqual([
    { user_id: cast.ids.creator, data: { store: name, links: 1 }, mail: expect.stringMatching(/due|none/) },
  ]);

  await call({ method: 'DELETE', url: `${rules}/${rule.body.id}`, as: member });
  expect(await clickOn(link)).toMatchObject({ class: 0, cost_minor: 100 });
  await checkLinks(ctx);
  expect(await refusalOf(link)).toBeNull();
  expect(await notesOf(storeId)).toHaveLength(1);
});

test('a removed domain stops the earnings of its links, until it is accepted again', async () => {
  const { storeId, member, domain, link } = await scene();
  const change = (domains: string[]) =>
    call({ method: 'PATCH', url: `/advertiser/stores/${storeId}`, as: member, body: { hidden: 0, domains } });
  expect((await change([`new-${domain}`])).status).toBe(200);
  expect(await clickOn(link)).toMatchObject({ class: 12, cost_minor: 0 });
  expect((await change([domain])).status).toBe(200);
  expect(await clickOn(link)).toMatchObject({ class: 12, cost_minor: 0 });
  const listed = await call({ url: `/v2/stores/${storeId}/domains`, as: member });
  const { id } = listed.body.domains[0];
  const accepted = await call({
    method: 'POST',
    url: `/v2/admin/stores/${storeId}/domains/${id}/consent`,
    as: tokens.admin,
  });
  expect(accepted.status).toBe(200);
  expect(await clickOn(link)).toMatchObject({ class: 0, cost_minor: 100 });
});

test('an order after an earlier click is attributed, although the page is not paid for any more', async () => {
  const { storeId, member, link } = await scene();
  const { tclid } = await clickOn(link);
  await query(`INSERT INTO url_rules (store_id, type, keyword) VALUES ($1, 'block', 'shoes')`, storeId);
  const order = await call({
    method: 'POST',
    url: `/v2/stores/${storeId}/orders`,
    as: member,
    body: { order_id: `E-${storeId}`, order_value: '500.00', currency: 'SEK', tclid },
  });
  expect(order.body).toMatchObject({ user: { id: cast.ids.creator } });
});

test('several changes within a day notify each creator of each link once, and only the first is mailed at once', async () => {
  const { storeId, link } = await scene();
  await market.link({ userId: cast.ids.otherCreator, storeId, url: `https://unpaid-${stores}.example/other` });
  await checkLinks(ctx);
  await query(`INSERT INTO url_rules (store_id, type, keyword) VALUES ($1, 'block', 'shoes')`, storeId);
  await Promise.all([checkLinks(ctx), checkLinks(ctx)]);
  await query(`INSERT INTO url_rules (store_id, type, keyword) VALUES ($1, 'block', 'other')`, storeId);
  await checkLinks(ctx);
  await checkLinks(ctx);
  expect(await notesOf(storeId)).toEqual([
    expect.objectContaining({ user_id: cast.ids.creator, mail: 'due' }),
    expect.objectContaining({ user_id: cast.ids.otherCreator, mail: 'none' }),
  ]);
  expect(await refusalOf(link)).toBe('unpaid_page');
});

test('archived and expired links are checked, and nobody is notified of them', async () => {
  const { storeId, link } = await scene();
  await query('UPDATE links SET archived_at = now() WHERE id = $1', link.id);
  await query(`INSERT INTO url_rules (store_id, type, keyword) VALUES ($1, 'block', 'shoes')`, storeId);
  await checkLinks(ctx);
  expect(await refusalOf(link)).toBe('unpaid_page');
  expect(await notesOf(storeId)).toEqual([]);
});
