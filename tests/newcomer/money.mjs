// An order is reported, is shown everywhere with its commission, and is refunded. Then the open month is closed, its invoices are
// downloaded, and a bank file marks them as paid, twice.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;

/**
 * @param base the address of the server; @param demo the content of demo.json; @param clickId the id of a click on a link of the
 * demo's creator to its store
 */
export async function moneyGoesRound(base, demo, clickId) {
  const { creator, advertiser, admin } = demo.tokens;
  const { store, user } = demo.ids;
  const call = async (method, path, { as, body, form } = {}) => {
    const reply = await fetch(`${base}${path}`, {
      method,
      headers: { ...(as ? { authorization: as } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : form ? { body: form } : {}),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${bytes.toString('utf8', 0, 500)}`);
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    return isJson ? JSON.parse(bytes.toString()) : bytes;
  };
  const today = new Date().toISOString().slice(0, 10);
  const range = `from=${today}&to=${today}`;
  const sums = async () => {
    const mine = (rows, key) => rows.find((row) => row[key] === user);
    const [clicks, users, day] = await Promise.all([
      call('GET', `/clicks/${user}`, { as: creator }),
      call('GET', `/stores/${store}/userStats?${range}`, { as: advertiser }),
      call('GET', `/stores/${store}/clicksPerDay?${range}`, { as: advertiser }),
    ]);
    const { nr_orders: orders = 0, order_value: value = 0 } = mine(users, 'id') ?? {};
    return { commission: clicks.affiliate, orders, value, storeOrders: day.nr_orders, cost: day.cost };
  };

  const before = await sums();
  const order = await call('POST', `/v2/stores/${store}/orders`, {
    as: advertiser,
    body: { order_id: `N-${Date.now()}`, order_value: 1000, tclid: clickId },
  });
  assert.deepEqual([order.attribution, order.user?.id, order.status], ['click', user, 'pending']);
  const cost = Math.round(Number(order.cost.amount) * 100);
  const earned = Math.round(Number(order.earnings.amount) * 100);
  assert.ok(cost > earned && earned > 0, `the order costs ${cost} and earns ${earned}`);
  assert.deepEqual(await sums(), {
    commission: before.commission + earned,
    orders: before.orders + 1,
    value: before.value + 100_000,
    storeOrders: before.storeOrders + 1,
    cost: before.cost + cost,
  });
  const listed = await call('GET', `/advertiser/stores/${store}/orders?user_id=${user}&${range}`, { as: advertiser });
  assert.ok(listed.data.some(({ id, order_value: value }) => id === order.id && value === 1000));

  const refund = { status: 'approved', refunded: order.value };
  await call('PATCH', `/v2/stores/${store}/orders/${order.id}`, { as: advertiser, body: refund });
  assert.deepEqual(await sums(), before, 'a refund takes it back');

  const open = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
  open.setUTCMonth(open.getUTCMonth() - 1);
  const month = open.toISOString().slice(0, 7);
  await call('POST', `/v2/payments/periods/${month}/close`, { as: admin });
  const closed = async () => (await call('GET', `/v2/payments/periods/${month}`, { as: admin })).closed_at !== null;
  for (let waited = 0; !(await closed()); waited += 100) {
    assert.ok(waited < PATIENCE_MS, 'the month was not closed');
    await sleep(100);
  }
  const { data } = await call('GET', `/v2/payments/getPaymentInvoices?payment_period=${month}`, { as: admin });
  const kinds = new Set(data.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ['client', 'creator', 'store']);
  const own = (await call('GET', `/stores/${store}/invoices`, { as: advertiser }))[0];
  const pdf = await call('GET', new URL(own.url).pathname, { as: advertiser });
  assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');

  const paid = async () => {
    const form = new FormData();
    const lines = ['invoice_id', ...data.map(({ number }) => number)];
    form.set('file', new Blob([lines.join('\n')], { type: 'text/csv' }), 'bank.csv');
    return call('POST', '/v2/payments/mark-invoices-as-paid', { as: admin, form });
  };
  assert.deepEqual(await paid(), { marked: data.length, errors: [] });
  assert.deepEqual(await paid(), { marked: 0, errors: [] }, 'a second run changes nothing');
}
