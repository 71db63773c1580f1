import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { secretIn, takeMails } from '../../../../tests/harness/mailbox.ts';

// Ten invitations a day are permitted. The clock does not advance, so that the day cannot end between two of them.
const { application, cast } = await createPopulatedApplication({ now: () => new Date('2030-05-01T12:00:00Z') });

describe('The address of an invitation', () => {
  it('leads to the page of the console', async () => {
    const { statusCode, headers } = await application.app.inject('/invitations');
    expect([statusCode, headers.location]).toEqual([302, '/console/invitation']);
  });
});

describe('An invitation, read by its code', () => {
  const lookUp = (token: unknown, as?: string) =>
    application.call({ method: 'POST', url: '/v2/invitations/lookup', body: { token }, ...(as ? { as } : {}) });
  const invite = async (email: string) => {
    const as = cast.tokens.advertiser;
    const url = `/v2/advertisers/${cast.storeId}/invites`;
    await application.call({ method: 'POST', url, as, body: { email, role: 'finance' } });
    const mails = await takeMails(application.database);
    return secretIn(mails.findLast(({ to }) => to === email)!);
  };

  it('names the inviting party, and whether an account has to be created', async () => {
    const secret = await invite('newcomer@example.test');
    const { status, body } = await lookUp(secret);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: 'newcomer@example.test',
      role: 'finance',
      represents: { kind: 'advertiser', id: cast.storeId },
      needs_password: true,
    });
    expect(body.invited_by).toEqual(expect.any(String));
    const known = await application.market.user({ email: 'known@example.test' });
    const toKnown = await invite('known@example.test');
    expect((await lookUp(toKnown)).body).toMatchObject({ needs_password: false });
    expect((await lookUp(toKnown, await application.tokenOf(known))).body).toMatchObject({ needs_password: false });
  });

  it('is refused in the same way whether the code is guessed, used, or malformed', async () => {
    const secret = await invite('once@example.test');
    const body = { token: secret, password: 'a long enough secret' };
    expect((await application.call({ method: 'POST', url: '/v2/invitations/accept', body })).status).toBe(200);
    const [used, guessed] = [await lookUp(secret), await lookUp('x'.repeat(43))];
    expect(used.status).toBe(400);
    expect(used.body.error).toBe('invitation_invalid');
    expect(guessed.body).toEqual(used.body);
    expect((await lookUp('')).status).toBe(422);
    expect((await lookUp(7)).body.errors).toHaveProperty('token');
  });
});

describe('Invitations of one address', () => {
  it('are limited to ten a day over all senders, also concurrently', async () => {
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
    const { rows } = await application.database.pool.query(
      'SELECT count(*)::int FROM store_mails WHERE store_id = ANY ($1)',
      [stores],
    );
    expect(rows[0].count).toBe(11);
  });
});
