import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../../../../tests/harness/application.ts';
import { type Cast, createCast } from '../../../../tests/harness/cast.ts';

let application: TestApplication;
let cast: Cast;
beforeAll(async () => {
  // A day has ten of them: the clock stands still, lest the day ends between two.
  application = await createTestApplication({ now: () => new Date('2030-05-01T12:00:00Z') });
  cast = await createCast(application);
});

describe('The page of an invitation', () => {
  it('is there for anybody, and runs its own script alone', async () => {
    const { statusCode, headers, body } = await application.app.inject('/invitations');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const script = /<script>([\s\S]*)<\/script>/.exec(body)![1]!;
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`script-src 'sha256-${hash}';`);
    expect(policy).toContain("default-src 'none';");
    expect(policy).not.toContain("'unsafe-inline'");
    expect(body).not.toMatch(/https?:\/\//);
  });
});

describe('Invitations of one address', () => {
  it('end for the day after ten, whoever sends them, also at once', async () => {
    const email = 'popular@example.test';
    const stores = await Promise.all(Array.from({ length: 4 }, () => application.market.store()));
    for (const storeId of stores) await application.market.member(storeId, cast.ids.advertiser);
    const as = await application.tokenOf(cast.ids.advertiser);
    const invite = (storeId: number, to: string) =>
      application.call({ method: 'POST', url: `/v2/advertisers/${storeId}/invites`, as, body: { email: to } });
    const replies = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        invite(stores[index % stores.length]!, index % 2 ? email : email.toUpperCase()),
      ),
    );
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(10);
    expect(new Set(replies.filter(({ status }) => status >= 300).map(({ body }) => body.error))).toEqual(
      new Set(['invited_enough']),
    );
    expect((await invite(stores[0]!, 'somebody-else@example.test')).status).toBe(201);
    const { rows } = await application.database.pool.query('SELECT count(*)::int FROM store_mails');
    expect(rows[0].count).toBe(11);
  });
});
