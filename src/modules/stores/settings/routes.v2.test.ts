import { beforeEach, describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

let now = new Date('2026-03-15T12:00:00Z');
const { application, cast } = await createPopulatedApplication({ now: () => now });
beforeEach(() => {
  now = new Date('2026-03-15T12:00:00Z');
});

const query = (text: string, values: unknown[]) => application.database.pool.query(text, values);

/** Sends a request about a store as one of the cast, by default as its own advertiser. */
async function ask(
  what: string,
  { as = 'advertiser', method = 'GET', body, storeId = cast.storeId }: CallOptions = {},
): Promise<{ status: number; body: Record<string, unknown> & { errors?: Record<string, string[]> } }> {
  const url = `/v2/advertisers/${storeId}/${what}`;
  return application.call({ method, url, body, ...(as === null ? {} : { as: cast.tokens[as] }) });
}
interface CallOptions {
  as?: keyof Cast['tokens'] | null;
  method?: 'GET' | 'POST';
  body?: unknown;
  storeId?: number | string;
}

const auditOf = async (action: string) =>
  (await query('SELECT actor_id, subject_id, details FROM audit_log WHERE action = $1 ORDER BY id', [action])).rows;

const ROUTES: [method: 'GET' | 'POST', what: string][] = [
  ['GET', 'email-quota'],
  ['POST', 'deactivate'],
];

describe.each(ROUTES)('%s %s', (method, what) => {
  it('is for members of the store and administrators, for any input', async () => {
    const asked = { method, ...(method === 'POST' ? { body: { payment_setup_id: 5 } } : {}) };
    expect((await ask(what, { ...asked, as: null })).status).toBe(401);
    for (const as of ['creator', 'agency', 'otherAdvertiser', 'otherCreator', 'otherAgency'] as const) {
      expect((await ask(what, { ...asked, as })).status).toBe(403);
    }
    for (const storeId of [999_999, 'x', 0]) {
      const reply = await ask(what, { ...asked, as: 'admin', storeId });
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for store.']);
    }
    const hidden = await application.market.store({ hidden: true });
    expect((await ask(what, { ...asked, storeId: hidden })).status).toBe(404);
  });
});

describe('the e-mail quota', () => {
  it('shows how many were sent this month and how many remain', async () => {
    expect((await ask('email-quota')).body).toEqual({
      limit: 1000,
      used: 0,
      remaining: 1000,
      resets_at: '2026-04-01T00:00:00.000Z',
    });
    const mails = ['2026-02-28 23:59:59.999', '2026-03-01', '2026-03-31 23:59:59.999', '2026-04-01'];
    const insert = `INSERT INTO store_mails (store_id, kind, created_at) SELECT $1, 'store_invite', unnest($2::timestamptz[])`;
    await query(insert, [cast.storeId, mails]);
    await query(insert, [cast.otherStoreId, mails]);
    expect((await ask('email-quota', { as: 'admin' })).body).toMatchObject({ limit: 1000, used: 2, remaining: 998 });
    await query('UPDATE stores SET email_quota_monthly = 1 WHERE id = $1', [cast.storeId]);
    expect((await ask('email-quota')).body).toMatchObject({ limit: 1, used: 2, remaining: 0 });
  });
});

describe('a deactivated store', () => {
  const inspect = async () => {
    const url = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
    const page = `https://${cast.domain}/p`;
    return (await application.call({ method: 'POST', url, as: cast.tokens.creator, body: { url: page } })).body
      .inspection_result;
  };
  const convert = (page: string) =>
    application.call({
      method: 'POST',
      url: '/v2/affiliate-links',
      as: cast.tokens.creator,
      body: { url: `https://${cast.domain}/${page}` },
    });

  it('immediately creates no new links and pays for no click; shoppers are still redirected; after reactivation both work again', async () => {
    const visit = await letShoppersIn(application);
    await application.market.price({ storeId: cast.storeId, cpcMinor: 10 });
    const { affiliate_link: link } = (await convert('p')).body;
    const clicks = async () =>
      (
        await query('SELECT class, cost_minor::int AS cost FROM clicks WHERE store_id = $1 ORDER BY class', [
          cast.storeId,
        ])
      ).rows;
    const paid = { class: 0, cost: 10 };
    const unpaid = { class: 5, cost: 0 };

    expect(await inspect()).toBe('single_advertiser');
    expect((await visit(link.url)).status).toBe(302);
    expect(await clicks()).toEqual([paid]);

    const out = { id: cast.storeId, active: false, deactivated_at: '2026-03-15T12:00:00.000Z' };
    expect(await ask('deactivate', { method: 'POST' })).toMatchObject({ status: 200, body: out });
    expect(await inspect()).not.toBe('single_advertiser');
    expect((await convert('q')).status).toBe(400);
    const { status, location } = await visit(link.url);
    expect([status, location?.startsWith(`https://${cast.domain}/p?tclid=`)]).toEqual([302, true]);
    expect(await clicks()).toEqual([paid, unpaid]);

    now = new Date('2026-03-16T12:00:00Z');
    expect((await ask('deactivate', { method: 'POST', as: 'admin' })).body).toMatchObject(out);

    expect(await ask('activate', { method: 'POST', as: 'admin' })).toMatchObject({
      status: 200,
      body: { id: cast.storeId, active: true, deactivated_at: null },
    });
    expect((await ask('activate', { method: 'POST', as: 'admin' })).body).toMatchObject({ active: true });
    expect(await inspect()).toBe('single_advertiser');
    expect((await convert('q')).status).toBe(200);
    await visit(link.url);
    expect(await clicks()).toEqual([paid, paid, unpaid]);

    expect(await auditOf('store.deactivated')).toEqual([
      { actor_id: cast.ids.advertiser, subject_id: cast.storeId, details: {} },
    ]);
    expect(await auditOf('store.activated')).toEqual([
      { actor_id: cast.ids.admin, subject_id: cast.storeId, details: {} },
    ]);
  });

  it('is counted once with concurrent requests', async () => {
    const storeId = cast.otherStoreId;
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ask('deactivate', { method: 'POST', as: 'admin', storeId })),
    );
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.deactivated_at}`)).size).toBe(1);
    const { rows } = await query(`SELECT FROM audit_log WHERE action = 'store.deactivated' AND subject_id = $1`, [
      storeId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is reactivated only by administrators', async () => {
    expect((await ask('activate', { method: 'POST', as: null })).status).toBe(401);
    for (const as of ['advertiser', 'otherAdvertiser', 'creator', 'agency'] as const) {
      expect((await ask('activate', { method: 'POST', as })).status).toBe(403);
    }
    expect((await ask('activate', { method: 'POST', as: 'admin', storeId: 999_999 })).status).toBe(404);
  });

  it('must not be deleted', async () => {
    const storeId = await application.market.store();
    await query('UPDATE stores SET deleted_at = now() WHERE id = $1', [storeId]);
    for (const what of ['activate', 'deactivate']) {
      expect((await ask(what, { method: 'POST', as: 'admin', storeId })).status).toBe(404);
    }
  });
});
