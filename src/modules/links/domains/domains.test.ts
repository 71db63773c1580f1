import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { createCast } from '../../../../tests/harness/cast.ts';
import type { DomainProver } from '../../stores/index.ts';
import { MAX_LINK_DOMAINS } from './domains.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
const PATIENT_MS = 30_000;
let now = new Date('2026-05-10T12:00:00Z');
/** Hosts whose owners have published a proof. */
const published = new Set<string>();
const prover: DomainProver = {
  provePage: async () => [],
  prove: async ({ host }) => [
    { method: 'dns', found: published.has(host), problem: published.has(host) ? null : 'No.' },
  ],
};
const application = await createTestApplication({ domainProver: prover, now: () => now });
const { app, call, clicks, database, market, tokenOf } = application;
const cast = await createCast(application);
const { creator, otherCreator, agency, otherAgency, admin, advertiser } = cast.tokens;
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

let hosts = 0;
const newHost = () => `go${++hosts}.anna.example`;
const add = (domain: string, as = creator, owner: object = {}) =>
  call({ method: 'POST', url: '/v2/link-domains', body: { domain, ...owner }, as });
const check = (id: number, as = creator) => {
  now = new Date(now.getTime() + 60_000);
  return call({ method: 'POST', url: `/v2/link-domains/${id}/check`, as });
};
const remove = (id: number, as = creator) => call({ method: 'DELETE', url: `/v2/link-domains/${id}`, as });
const hostsOf = async (as: string, query = '') =>
  (await call({ url: `/v2/link-domains${query}`, as })).body.domains.map(({ host }: { host: string }) => host);
const permission = async (domain: string) =>
  (await call({ url: `/v2/link-domains/certificate-permission?domain=${encodeURIComponent(domain)}` })).status;

/** Requests a path of a host, as a proxy passes it on. */
const request = (host: string, path: string, method = 'GET') =>
  new Promise<{ status: number; location: string | null; body: string }>((resolve, reject) => {
    const headers = { host, 'user-agent': BROWSER, 'x-forwarded-for': `198.51.100.${(hosts * 7) % 250}` };
    http
      .request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode!, location: response.headers.location ?? null, body }),
        );
      })
      .on('error', reject)
      .end();
  });

/** Adds a domain, proves it and waits until the redirect knows it. */
async function provenDomain(as = creator, owner: object = {}) {
  const host = newHost();
  const { body } = await add(host, as, owner);
  published.add(host);
  await check(body.id, as);
  await expect.poll(() => clicks.claims(requestFor(host)), { timeout: PATIENT_MS }).toBe(true);
  return { id: body.id as number, host };
}
const requestFor = (host: string) => ({ rawHeaders: ['Host', host] }) as unknown as http.IncomingMessage;
const linkOf = (userId: number) => market.link({ userId, storeId: cast.storeId });

describe('an own domain', () => {
  it('follows links of its creator once it is proven, with and without the prefix, by code and slug', async () => {
    const host = newHost();
    const link = await linkOf(cast.ids.creator);
    const slug = `own-${hosts}-slug`;
    await call({ method: 'PATCH', url: `/v2/affiliate-links/${link.id}`, as: creator, body: { slug } });
    const added = await add(`https://${host}/`);
    expect([added.status, added.body]).toMatchObject([
      201,
      { host, user_id: cast.ids.creator, client_id: null, proven_at: null, proven_by: null },
    ]);
    expect(added.body.proof.dns).toMatchObject({ type: 'TXT', name: `_tributary.${host}` });
    const missing = await check(added.body.id);
    expect(missing.body).toMatchObject({ domain: { proven_at: null }, attempts: [{ method: 'dns', found: false }] });
    expect([(await request(host, `/${link.code}`)).status, await permission(host)]).toEqual([404, 404]);
    published.add(host);
    const proven = await check(added.body.id);
    expect(proven.body.domain).toMatchObject({ proven_by: 'dns', proven_at: now.toISOString() });
    expect(await permission(host.toUpperCase())).toBe(200);
    expect([await permission('tributary.test'), await permission(`x.${host}`)]).toEqual([200, 404]);
    await expect.poll(async () => (await request(host, `/${link.code}`)).status, { timeout: PATIENT_MS }).toBe(302);
    for (const path of [`/${slug}`, `/r/${slug}`, `/${slug.toUpperCase()}?sub1=a`, `/r/${link.code}/`]) {
      const { status, location } = await request(host, path);
      expect([path, status, location?.startsWith(`${link.url}?tclid=`)]).toEqual([path, 302, true]);
    }
    expect((await request(`${host.toUpperCase()}:8443`, `/${slug}`)).status).toBe(302);
    const settings = await call({ url: `/v2/affiliate-links/${link.id}/settings`, as: creator });
    expect(settings.body.other_urls).toContain(`https://${host}/${slug}`);
    const qr = async (query: string) =>
      app.inject({ url: `/v2/affiliate-links/${link.id}/qr-code${query}`, headers: { authorization: creator } });
    const [plain, own, foreign] = [await qr(''), await qr(`?domain=${host}`), await qr('?domain=go.else.example')];
    expect([own.statusCode, own.body === plain.body, foreign.statusCode]).toEqual([200, false, 422]);
    await clicks.settled(PATIENT_MS);
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM clicks WHERE link_id = $1', [link.id]);
    expect(rows[0].n).toBe(6);
  });

  it('redirects no other links, and serves neither the API nor the console', async () => {
    const { host } = await provenDomain();
    const others = await linkOf(cast.ids.otherCreator);
    for (const path of [
      `/${others.code}`,
      `/r/${others.code}`,
      '/',
      '/v2/health',
      '/console',
      '/docs',
      '/openapi.json',
    ])
      expect([path, (await request(host, path)).status]).toEqual([path, 404]);
    // Also after the link is in the cache.
    expect((await request('tributary.test', `/r/${others.code}`)).status).toBe(302);
    expect((await request(host, `/${others.code}`)).status).toBe(404);
    expect((await request(host, '/v2/affiliate-links', 'POST')).status).toBe(405);
    expect((await request('tributary.test', '/v2/health')).status).toBe(200);
    expect((await request('tributary.test', `/${others.code}`)).status).toBe(404);
    const { rows } = await database.pool.query('SELECT FROM clicks WHERE link_id = $1', [others.id]);
    expect(rows.length).toBeLessThanOrEqual(1);
  });

  it('of an agency follows links of its creators', async () => {
    const { host } = await provenDomain(agency, { client_id: cast.agencyId });
    expect((await request(host, `/${(await linkOf(cast.ids.creator)).code}`)).status).toBe(302);
    expect((await request(host, `/${(await linkOf(cast.ids.otherCreator)).code}`)).status).toBe(404);
    expect(await hostsOf(agency, `?client_id=${cast.agencyId}`)).toContain(host);
  });

  it('no longer follows links after its removal', async () => {
    const { id, host } = await provenDomain();
    expect((await remove(id)).status).toBe(204);
    await expect.poll(() => clicks.claims(requestFor(host)), { timeout: PATIENT_MS }).toBe(false);
    expect([await permission(host), (await check(id)).status]).toEqual([404, 404]);
  });

  it('is removed when its creator is erased', async () => {
    const user = await market.user();
    const { host } = await provenDomain(await tokenOf(user));
    await call({ method: 'POST', url: `/v2/admin/users/${user}/erase`, as: admin, body: {} });
    await expect.poll(() => clicks.claims(requestFor(host)), { timeout: PATIENT_MS }).toBe(false);
  });
});

describe('who may have a domain', () => {
  it('is decided by the proof, not by who adds it first', async () => {
    const host = newHost();
    const first = await add(host);
    const second = await add(host, otherCreator);
    expect([first.status, second.status]).toEqual([201, 201]);
    published.add(host);
    now = new Date(now.getTime() + 60_000);
    const replies = await Promise.all(
      [
        [first.body.id, creator],
        [second.body.id, otherCreator],
      ].map(([id, as]) => call({ method: 'POST', url: `/v2/link-domains/${id}/check`, as })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(replies.flatMap(({ body }) => body.error ?? [])).toEqual(['domain_taken']);
    const third = await add(host, agency, { client_id: cast.agencyId });
    expect([third.status, third.body.error]).toEqual([400, 'domain_taken']);
  });

  it('is the creator, the agency, and those who act for them', async () => {
    const { id } = (await add(newHost())).body;
    expect((await add(newHost(), agency, { user_id: cast.ids.creator })).status).toBe(201);
    expect((await add(newHost(), admin, { client_id: cast.agencyId })).status).toBe(201);
    for (const owner of [{ user_id: cast.ids.creator }, { client_id: cast.agencyId }]) {
      expect((await add(newHost(), otherAgency, owner)).status).toBe(404);
      expect((await add(newHost(), otherCreator, owner)).status).toBe(404);
      const query = new URLSearchParams(
        Object.entries(owner).map(([name, value]): [string, string] => [name, String(value)]),
      );
      expect((await call({ url: `/v2/link-domains?${query}`, as: otherCreator })).status).toBe(404);
    }
    for (const as of [otherCreator, otherAgency, advertiser]) {
      expect((await check(id, as)).status).toBe(404);
      expect((await remove(id, as)).status).toBe(404);
    }
    for (const [method, url] of [
      ['GET', '/v2/link-domains'],
      ['POST', '/v2/link-domains'],
      ['DELETE', `/v2/link-domains/${id}`],
    ] as const)
      expect((await call({ method, url, ...(method === 'POST' ? { body: { domain: newHost() } } : {}) })).status).toBe(
        401,
      );
    expect((await check(id, agency)).status).toBe(200);
    expect((await remove(id, admin)).status).toBe(204);
  });

  it('is refused with the name of the field, and beyond the limit', async () => {
    for (const domain of [
      '',
      'not a domain',
      'tributary.test',
      'x.tributary.test',
      '127.0.0.1',
      'localhost',
      'a.local',
    ]) {
      const { status, body } = await add(domain);
      expect([domain, status, Object.keys(body.errors)]).toEqual([domain, 422, ['domain']]);
    }
    const both = await add(newHost(), agency, { user_id: cast.ids.creator, client_id: cast.agencyId });
    expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['client_id']]);
    const as = await tokenOf(await market.user());
    const host = newHost();
    await add(host, as);
    expect((await add(host, as)).body.error).toBe('domain_known');
    const replies = await Promise.all(Array.from({ length: MAX_LINK_DOMAINS }, () => add(newHost(), as)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_LINK_DOMAINS - 1);
    expect(replies.flatMap(({ body }) => body.error ?? [])).toEqual(['too_many_domains']);
    const again = await call({
      method: 'POST',
      url: `/v2/link-domains/${(await add(newHost())).body.id}/check`,
      as: creator,
    });
    expect(again.status).toBe(200);
    const soon = await call({ method: 'POST', url: `/v2/link-domains/${again.body.domain.id}/check`, as: creator });
    expect([soon.status, soon.body.error]).toEqual([400, 'checked_recently']);
  });
});
