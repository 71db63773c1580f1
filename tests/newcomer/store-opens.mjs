// A store opens: it registers, adds domains, rules and a logo, and blocks a creator. Each effect is visible at once in the process of
// the change, and a moment later in a second process on the same database.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

const PATIENCE_MS = 30_000;

/** One orange square as a PNG, generated here: signature, header, pixels, end. */
function orangeSquare(size) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(size * 3, Buffer.from([240, 140, 30]))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array(size).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param base, otherBase the addresses of two servers of one market; @param demo the content of demo.json */
export async function storeOpens(base, otherBase, demo) {
  const caller = (server) =>
    async function call(method, path, { as, body, form } = {}) {
      const reply = await fetch(`${server}${path}`, {
        method,
        headers: { ...(as ? { authorization: as } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : form ? { body: form } : {}),
      });
      const text = await reply.text();
      return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
    };
  const [call, elsewhere] = [caller(base), caller(otherBase)];
  const ok = async (...request) => {
    const reply = await call(...request);
    assert.ok(reply.status < 300, `${request[0]} ${request[1]}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const { creator, admin } = demo.tokens;
  const mark = randomBytes(4).toString('hex');
  const domain = `shop-${mark}.example`;

  const store = await ok('POST', '/advertiser/register-store', {
    body: {
      user: { email: `owner-${mark}@${domain}`, password: 'a-long-password', password_confirmation: 'a-long-password' },
      feed_name: `Shop ${mark}`,
      language_iso_code: 'sv',
      locale: 'sv_SE',
      currency_iso_code: 'SEK',
      domains: [domain],
      categories: [demo.ids.store_category],
      revenue_cpc: 150,
      social_revenue_cpc: 120,
    },
  });
  const session = await ok('POST', '/v2/sessions', {
    body: { email: `owner-${mark}@${domain}`, password: 'a-long-password' },
  });
  const as = session.token;
  /** An administrator approves the store and accepts the domains that it has named. */
  const approve = () =>
    ok('POST', `/v2/admin/stores/${store.id}/approve`, { as: demo.tokens.admin, body: { consent_to_domains: true } });
  const pending = await call('POST', `/v2/users/${demo.ids.user}/inspections/affiliate-link`, {
    as: creator,
    body: { url: `https://www.${domain}/shoes` },
  });
  assert.equal(pending.body.inspection_result, 'no_advertiser', 'a store that is not approved earns nobody anything');
  await approve();

  const inspect = (from, url) =>
    from('POST', `/v2/users/${demo.ids.user}/inspections/affiliate-link`, { as: creator, body: { url } });
  /** Expects the result of an inspection: at once in this process, and within moments in the other. */
  const sees = async (path, result) => {
    const url = `https://www.${domain}${path}`;
    assert.equal((await inspect(call, url)).body.inspection_result, result, `${url} here`);
    for (const began = Date.now(); ; await sleep(20)) {
      const { inspection_result: there } = (await inspect(elsewhere, url)).body;
      if (there === result) return;
      assert.ok(Date.now() - began < PATIENCE_MS, `${url} elsewhere: ${there}, not ${result}`);
    }
  };
  const listed = async () => {
    const path = `/v2/users/${demo.ids.user}/advertisers?category_id=${demo.ids.store_category}`;
    return (await ok('GET', path, { as: creator })).data.some(({ id }) => id === store.id);
  };

  await sees('/shoes', 'single_advertiser');
  assert.equal(await listed(), true, 'a new shop is on its shelf');
  const rules = `/v2/advertisers/${store.id}/url-matching-rules`;
  const rule = await ok('POST', rules, {
    as,
    body: { type: 'block', url: `https://${domain}/gift-cards`, is_main: false },
  });
  await sees('/gift-cards/100', 'blocked');
  const refused = await call('POST', '/v2/affiliate-links', {
    as: creator,
    body: { url: `https://${domain}/gift-cards/100` },
  });
  assert.deepEqual([refused.status, refused.body.error], [400, 'url_blocked']);
  await ok('DELETE', `${rules}/${rule.id}`, { as });
  await sees('/gift-cards/100', 'single_advertiser');

  const settings = `/advertiser/stores/${store.id}`;
  await ok('PATCH', settings, { as, body: { hidden: 1, domains: [domain, `outlet-${domain}`] } });
  await approve();
  await sees('/shoes', 'not_visible');
  assert.equal(await listed(), false, 'a hidden shop is on no shelf');
  await ok('PATCH', settings, { as, body: { hidden: 0 } });
  await sees('/shoes', 'single_advertiser');

  const form = new FormData();
  form.set('logo', new Blob([orangeSquare(32)], { type: 'image/png' }), 'logo.png');
  const { logo_url: logo } = await ok('POST', `${settings}/upload-logo`, { as, form });
  const picture = await fetch(logo);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);

  const { affiliate_link: link } = await ok('POST', '/v2/affiliate-links', {
    as: creator,
    body: { url: `https://${domain}/shoes/${mark}` },
  });
  assert.equal(link.advertiser.id, store.id);
  const blocklist = `/v2/advertisers/${store.id}/blocklist`;
  await ok('POST', blocklist, { as, body: { users: [{ id: demo.ids.user, validate_clicks: false }] } });
  await sees('/shoes', 'blocked');
  assert.equal(await listed(), false, 'a creator does not see a shop that has blocked them');
  const [entry] = (await ok('GET', blocklist, { as })).data;
  await ok('DELETE', `${blocklist}/${entry.id}`, { as });
  await sees('/shoes', 'single_advertiser');

  const foreign = await call('GET', settings, { as: demo.tokens.other_advertiser });
  assert.equal(foreign.status, 403, 'another shop reads nothing of it');
  await ok('POST', `/v2/advertisers/${store.id}/deactivate`, { as });
  await sees('/shoes', 'no_advertiser');
  assert.equal((await call('GET', `/v2/advertisers/${store.id}/blocklist`, { as: admin })).status, 200);
  await ok('DELETE', '/v2/sessions/current', { as });
  assert.equal((await call('GET', settings, { as })).status, 401, 'signed out');
}
