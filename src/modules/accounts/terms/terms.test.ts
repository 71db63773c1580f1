import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { codeIn, takeCodeMails } from '../../../../tests/harness/mailbox.ts';

let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
const admin = await application.tokenOf(await application.market.user({ isAdmin: true }));
const call = (method: 'GET' | 'POST' | 'PATCH', url: string, as?: string, body?: object) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });
const settle = (body: object) => call('PATCH', '/v2/admin/account-settings', admin, body);
const terms = (as: string) => call('GET', '/v2/me/terms', as);
const version = (text: string, kind = 'terms') => ({ versions: [{ kind, version: text }] });

describe('Terms', () => {
  it('must be accepted if the marketplace has versions', async () => {
    const token = await application.tokenOf(await application.market.user());
    expect((await terms(token)).body).toEqual({ current: [], accepted: [] });
    expect((await settle({ terms_version: '2030-05', terms_url: 'https://market.example/terms' })).status).toBe(200);
    // An omitted field remains.
    expect((await settle({ privacy_version: '7' })).body).toMatchObject({
      terms_version: '2030-05',
      privacy_url: null,
    });
    expect((await settle({ terms_url: 'javascript:alert(1)' })).body.errors).toHaveProperty('terms_url');
    const current = [
      { kind: 'terms', version: '2030-05', url: 'https://market.example/terms' },
      { kind: 'privacy', version: '7', url: null },
    ];
    expect((await terms(token)).body.current).toEqual(current);
    expect((await call('GET', '/v2/sign-in-options')).body.terms).toEqual(current);
  });

  it('are accepted once per version, with the time', async () => {
    const token = await application.tokenOf(await application.market.user());
    expect((await call('POST', '/v2/me/terms', token, version('2030-04'))).body).toMatchObject({
      error: 'terms_changed',
    });
    expect((await call('POST', '/v2/me/terms', token, version('x', 'cookies'))).status).toBe(422);
    expect((await call('POST', '/v2/me/terms', undefined, version('2030-05'))).status).toBe(401);
    const at = clock.toISOString();
    expect((await call('POST', '/v2/me/terms', token, version('2030-05'))).status).toBe(204);
    clock = new Date(clock.getTime() + 60_000);
    expect((await call('POST', '/v2/me/terms', token, version('2030-05'))).status).toBe(204);
    expect((await terms(token)).body.accepted).toEqual([{ kind: 'terms', version: '2030-05', accepted_at: at }]);
    await settle({ terms_version: '2030-06' });
    expect((await call('POST', '/v2/me/terms', token, version('2030-05'))).status).toBe(409);
    expect((await call('POST', '/v2/me/terms', token, version('2030-06'))).status).toBe(204);
    expect((await terms(token)).body.accepted).toHaveLength(2);
  });

  it('are accepted with the sign-up', async () => {
    const person = { email: 'new@example.test', password: 'correct horse battery', name: 'New', role: 'creator' };
    expect((await call('POST', '/v2/sign-up', undefined, person)).body.errors).toHaveProperty('accepts_terms');
    const at = clock.toISOString();
    expect((await call('POST', '/v2/sign-up', undefined, { ...person, accepts_terms: true })).status).toBe(202);
    const mails = await takeCodeMails(application.database, { now: () => clock });
    clock = new Date(clock.getTime() + 60_000);
    const code = codeIn(mails.find(({ to }) => to === person.email)!);
    const { body } = await call('POST', '/v2/email-verifications', undefined, { code });
    const { accepted } = (await terms(body.token)).body;
    expect(accepted).toEqual([
      { kind: 'privacy', version: '7', accepted_at: at },
      { kind: 'terms', version: '2030-06', accepted_at: at },
    ]);
    // A marketplace without terms refuses nobody.
    await settle({ terms_version: null, privacy_version: null });
    expect((await call('POST', '/v2/sign-up', undefined, { ...person, email: 'later@example.test' })).status).toBe(202);
  });
});
