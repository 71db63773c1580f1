import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { unique } from '../../../../tests/harness/unique.ts';
import type { DomainProver } from './domain-prover.ts';

let now = new Date('2026-03-10T12:00:00Z');
/** Hosts whose owners have published the proof. */
const published = new Set<string>();
const prover: DomainProver = {
  provePage: async () => [],
  prove: async ({ host }) => [
    { method: 'dns', found: published.has(host), problem: published.has(host) ? null : 'No.' },
  ],
};
const { application, cast } = await createPopulatedApplication({ domainProver: prover, now: () => now });

const domainsOf = (storeId = cast.storeId) => `/v2/stores/${storeId}/domains`;
const newHost = () =>
  `d${unique()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}.example`;
const add = (domain: string, as = cast.tokens.advertiser, storeId = cast.storeId) =>
  application.call({ method: 'POST', url: domainsOf(storeId), as, body: { domain } });
const check = (id: number, as = cast.tokens.advertiser, storeId = cast.storeId) => {
  now = new Date(now.getTime() + 60_000);
  return application.call({ method: 'POST', url: `${domainsOf(storeId)}/${id}/check`, as });
};
const inspect = async (host: string) =>
  (
    await application.call({
      method: 'POST',
      url: `/v2/users/${cast.ids.otherCreator}/inspections/affiliate-link`,
      as: cast.tokens.otherCreator,
      body: { url: `https://www.${host}/p` },
    })
  ).body.inspection_result;

describe('a domain of a store', () => {
  it('has no effect on URL matching until it is proven', async () => {
    const host = newHost();
    const { status, body } = await add(`https://www.${host}/`);
    expect([status, body]).toMatchObject([201, { host, standing: 'unproven', proven_by: null, accepted_at: null }]);
    expect(body.proof.dns).toEqual({
      type: 'TXT',
      name: `_tributary.${host}`,
      value: expect.stringMatching(/^tributary-verification=[0-9a-f]{32}$/),
    });
    expect(await inspect(host)).toBe('no_advertiser');
    const missing = await check(body.id);
    expect([missing.status, missing.body.domain.standing, missing.body.attempts]).toEqual([
      200,
      'unproven',
      [{ method: 'dns', found: false, problem: 'No.' }],
    ]);
    published.add(host);
    const found = await check(body.id);
    expect(found.body.domain).toMatchObject({ standing: 'proven', proven_by: 'dns', accepted_at: now.toISOString() });
    expect(await inspect(host)).toBe('single_advertiser');
    const listed = await application.call({ url: domainsOf(), as: cast.tokens.advertiser });
    expect(listed.body.domains.map((one: { host: string }) => one.host)).toContain(host);
  });

  it('is checked every ten seconds at most', async () => {
    const { body } = await add(newHost());
    await check(body.id);
    const again = await application.call({
      method: 'POST',
      url: `${domainsOf()}/${body.id}/check`,
      as: cast.tokens.advertiser,
    });
    expect([again.status, again.body.error]).toEqual([400, 'checked_recently']);
  });

  it('accepted for another store is refused; an unproven claim does not block others, and the store that proves the domain gets it', async () => {
    const taken = await add(cast.otherDomain);
    expect([taken.status, taken.body.error]).toEqual([400, 'domain_taken']);
    const host = newHost();
    const squatter = await add(host, cast.tokens.otherAdvertiser, cast.otherStoreId);
    const owner = await add(host);
    expect([squatter.status, owner.status]).toEqual([201, 201]);
    published.add(host);
    expect((await check(owner.body.id)).body.domain.standing).toBe('proven');
    const late = await check(squatter.body.id, cast.tokens.otherAdvertiser, cast.otherStoreId);
    expect([late.status, late.body.error]).toEqual([400, 'domain_taken']);
    expect(await inspect(host)).toBe('single_advertiser');
  });

  it('is accepted by an administrator’s consent', async () => {
    const host = newHost();
    const { body } = await add(host);
    const consent = (as: string, id = body.id) =>
      application.call({ method: 'POST', url: `/v2/admin/stores/${cast.storeId}/domains/${id}/consent`, as });
    expect((await consent(cast.tokens.advertiser)).status).toBe(403);
    expect((await consent(cast.tokens.admin, 999_999)).status).toBe(404);
    expect((await consent(cast.tokens.admin)).body).toMatchObject({ host, standing: 'consented', proven_by: null });
    expect(await inspect(host)).toBe('single_advertiser');
    expect((await add(newHost(), cast.tokens.admin)).body.standing).toBe('consented');
  });

  it('must be a domain that a store can own, and is listed once', async () => {
    for (const domain of ['co.uk', 'localhost', '127.0.0.1', 'not a domain'])
      expect([domain, (await add(domain)).body.errors]).toEqual([domain, { domain: [expect.any(String)] }]);
    const again = await add(cast.domain);
    expect([again.status, again.body.error]).toEqual([400, 'domain_known']);
    expect((await add('')).status).toBe(422);
  });

  it('is accessible only to the store’s members', async () => {
    const { body } = await add(newHost());
    for (const [as, status] of [
      ['', 401],
      [cast.tokens.creator, 403],
      [cast.tokens.otherAdvertiser, 403],
      [cast.tokens.agency, 403],
    ] as const) {
      expect((await application.call({ url: domainsOf(), as })).status).toBe(status);
      expect((await add(newHost(), as)).status).toBe(status);
      expect((await check(body.id, as)).status).toBe(status);
    }
    expect((await check(body.id, cast.tokens.otherAdvertiser, cast.otherStoreId)).status).toBe(404);
  });
});
