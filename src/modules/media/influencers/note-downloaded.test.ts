import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';

const NOW = new Date('2025-03-04T05:06:07Z');
const NONE = 2 ** 53 - 1;

const { application, cast } = await createPopulatedApplication({ now: () => NOW });
let email: string;
beforeAll(async () => {
  [{ email }] = (await run('SELECT email FROM users WHERE id = $1', cast.ids.advertiser)) as [{ email: string }];
});
beforeEach(async () => {
  await mails();
  await run('DELETE FROM influencer_notices');
  await run('DELETE FROM influencers');
  await run('DELETE FROM store_mails');
  await run('UPDATE stores SET email_quota_monthly = 100');
  await run('INSERT INTO influencers (user_id) VALUES ($1)', cast.ids.creator);
  await run(`UPDATE users SET display_name = E'Linnéa\\nBcc: all' WHERE id = $1`, cast.ids.creator);
});

const run = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const mails = () => takeMails(application.database);
const url = '/advertiser/influencers/social-data-downloaded';
const send = (body: object, as: Role | null = 'admin') =>
  application.call({ method: 'POST', url, ...(as === null ? {} : { as: cast.tokens[as] }), body });
const both = () => ({ user_id: cast.ids.creator, store_id: cast.storeId });

describe('POST /advertiser/influencers/social-data-downloaded', () => {
  it("records it, and notifies the store's members once", async () => {
    const first = await send(both());
    expect([first.status, first.body]).toEqual([
      200,
      { ...both(), data_downloaded_at: '2025-03-04 05:06:07', mails: 1 },
    ]);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: 'The data of an influencer are complete' });
    expect(mail!.text).toContain('\nThe data of "Linnéa Bcc: all" are complete\n');
    expect(mail!.text).not.toContain('\nBcc');
    expect(await run('SELECT data_downloaded_at FROM influencers')).toEqual([{ data_downloaded_at: NOW }]);
    expect((await send(both())).body.mails).toBe(0);
    expect(await mails()).toEqual([]);
    expect(await run('SELECT kind FROM store_mails')).toEqual([{ kind: 'influencer_data' }]);
    expect((await send({ ...both(), store_id: cast.otherStoreId })).body.mails).toBe(1);
  });

  it('notifies once for concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(both())));
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await mails()).toHaveLength(1);
  });

  it('notifies no suspended users and no unverified addresses', async () => {
    const storeId = await application.market.store();
    for (const change of ['suspended_at = now()', 'email_unproven = true', 'erased_at = now()']) {
      const member = await application.market.user();
      await application.market.member(storeId, member);
      await run(`UPDATE users SET ${change} WHERE id = $1`, member);
    }
    expect((await send({ ...both(), store_id: storeId })).body.mails).toBe(0);
    expect(await mails()).toEqual([]);
  });

  it("respects the store's quota, and records the download anyway", async () => {
    await run('UPDATE stores SET email_quota_monthly = 0');
    expect((await send(both())).body.mails).toBe(0);
    expect([await mails(), await run('SELECT data_downloaded_at FROM influencers')]).toEqual([
      [],
      [{ data_downloaded_at: NOW }],
    ]);
  });

  it('admits administrators', async () => {
    for (const role of ['creator', 'agency', 'advertiser'] as const)
      expect([role, (await send(both(), role)).status]).toEqual([role, 403]);
    expect((await send(both(), null)).status).toBe(401);
    expect(await run('SELECT data_downloaded_at FROM influencers')).toEqual([{ data_downloaded_at: null }]);
  });

  it('requires an existing influencer and store', async () => {
    const { status, body } = await send({ user_id: cast.ids.otherCreator, store_id: NONE });
    expect([status, body.errors]).toEqual([
      422,
      { user_id: ['must be the id of an influencer'], store_id: ['must be the id of a store that exists'] },
    ]);
    expect(Object.keys((await send({})).body.errors).sort()).toEqual(['store_id', 'user_id']);
    await run('UPDATE users SET suspended_at = now() WHERE id = $1', cast.ids.creator);
    expect(Object.keys((await send(both())).body.errors)).toEqual(['user_id']);
    await run('UPDATE users SET suspended_at = NULL WHERE id = $1', cast.ids.creator);
  });
});
