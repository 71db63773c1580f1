import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, openStore, type Role } from '../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const inspect = (storeId: number, url: unknown, role: Role | null = 'admin') =>
  application.call({
    method: 'POST',
    url: `/v2/stores/${storeId}/url-inspections`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    body: { url },
  });

/** Returns the result of the creator's own inspection. */
async function resultForCreator(url: string): Promise<string> {
  const path = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
  return (await application.call({ method: 'POST', url: path, as: cast.tokens.creator, body: { url } })).body
    .inspection_result;
}

describe('An inspection for a store', () => {
  it("names the deciding rule, and agrees with the creators' inspection", async () => {
    const storeId = await openStore(application, { domains: ['rules.example'] }, [
      { type: 'allow', url: 'https://rules.example/sale' },
      { type: 'block', url: 'https://rules.example/sale/old' },
      { type: 'block', keyword: 'Outlet' },
      { type: 'allow', url: 'https://rules.example/Mixed' },
      { type: 'block', url: 'https://rules.example/MIXED', keyword: 'x' },
    ]);
    const { rows } = await application.database.pool.query('SELECT id FROM url_rules WHERE store_id = $1 ORDER BY id', [
      storeId,
    ]);
    const [allow, block, keyword, allowMixed, blockMixed] = rows.map(({ id }) => id);
    const cases = [
      ['https://www.rules.example/sale/new', 'earns', 'single_advertiser', allow, null],
      ['https://rules.example/sale/old/x', 'blocked', 'blocked', allow, block],
      ['https://rules.example/sale/OUTLET', 'blocked', 'blocked', allow, keyword],
      ['https://rules.example//SALE/Old', 'blocked', 'blocked', allow, block],
      ['https://rules.example/Mixed/x', 'blocked', 'blocked', allowMixed, blockMixed],
      ['https://rules.example/other', 'not_allowed', 'no_advertiser', null, null],
      ['https://elsewhere.example/', 'other_domain', 'no_advertiser', null, null],
      ['not a url', 'invalid_url', 'invalid_url', null, null],
    ] as const;
    for (const [url, verdict, result, allowedBy, blockedBy] of cases) {
      const { status, body } = await inspect(storeId, url);
      expect([status, body.verdict, body.inspection_result]).toEqual([200, verdict, result]);
      expect([body.allowed_by?.id ?? null, body.blocked_by?.id ?? null]).toEqual([allowedBy, blockedBy]);
      expect(await resultForCreator(url)).toBe(result);
    }
    expect((await inspect(storeId, 'rules.example/sale')).body).toMatchObject({
      url: 'https://rules.example/sale',
      domain: 'rules.example',
      winners: [{ id: storeId }],
      allowed_by: { id: allow, type: 'allow', url: 'https://rules.example/sale', keyword: '' },
    });
  });

  it('names the stores that match instead, or as well', async () => {
    const store = await openStore(application, { domains: ['mall.example'] });
    const closer = await openStore(application, { domains: ['toys.mall.example'] });
    expect((await inspect(store, 'https://toys.mall.example/x')).body).toMatchObject({
      verdict: 'outranked',
      winners: [{ id: closer }],
    });
    const equal = await openStore(application, { domains: ['mall.example'] });
    expect((await inspect(store, 'https://mall.example/x')).body).toMatchObject({
      verdict: 'shared',
      winners: [{ id: store }, { id: equal }],
    });
  });

  it('states why a hidden or inactive store earns nothing', async () => {
    const hidden = await openStore(application, { domains: ['hidden.example'], hidden: true });
    expect((await inspect(hidden, 'https://hidden.example/')).body).toMatchObject({
      verdict: 'hidden',
      inspection_result: 'not_visible',
    });
    const gone = await openStore(application, { domains: ['gone.example'] });
    await application.database.pool.query('UPDATE stores SET deactivated_at = now() WHERE id = $1', [gone]);
    await application.live.refresh(gone);
    expect((await inspect(gone, 'https://gone.example/')).body.verdict).toBe('inactive');
  });

  it('admits members of the store and administrators', async () => {
    const of = async (role: Role | null) => (await inspect(cast.storeId, `https://${cast.domain}/`, role)).status;
    expect([await of(null), await of('creator'), await of('agency'), await of('otherAdvertiser')]).toEqual([
      401, 403, 403, 403,
    ]);
    expect([await of('advertiser'), await of('admin')]).toEqual([200, 200]);
  });

  it('names the errors of the body', async () => {
    const { status, body } = await inspect(cast.storeId, 7);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']]);
  });
});
