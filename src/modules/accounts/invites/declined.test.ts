import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import type { Mail } from '../../../platform/mail/mail.ts';

const { application, cast } = await createPopulatedApplication();
const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
beforeEach(() => takeMails(application.database));

const invite = (email: string, as = cast.tokens.agency, url = `/v2/clients/${cast.agencyId}/invites`) =>
  application.call({ method: 'POST', url, as, body: { email } });
const mailTo = async (email: string): Promise<Mail | undefined> =>
  (await takeMails(application.database)).find(({ to }) => to === email);
const pathOf = (mail: Mail | undefined) => new URL(mail!.unsubscribeUrl!).pathname;
/** Unsubscribes as a mail program does (RFC 8058). */
const oneClick = (path: string) =>
  application.app.inject({
    method: 'POST',
    url: path,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('A person without an account', () => {
  it('ends invitations to the address with one click, and the inviting user is notified', async () => {
    const email = 'Stranger@example.test';
    expect((await invite(email)).status).toBe(201);
    const mail = await mailTo(email);
    expect(mail!.text).toContain(mail!.unsubscribeUrl);
    const path = pathOf(mail);
    const page = await application.app.inject(path);
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('invitations to this address')]);
    // Opening the page changes nothing.
    expect((await invite(email)).status).toBe(200);
    await takeMails(application.database);

    const done = await oneClick(path);
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('no longer receives invitations')]);
    expect((await oneClick(path)).statusCode).toBe(200);
    for (const [as, url] of [
      [cast.tokens.agency, `/v2/clients/${cast.agencyId}/invites`],
      [cast.tokens.otherAdvertiser, `/v2/advertisers/${cast.otherStoreId}/invites`],
    ] as const) {
      expect(await invite(email.toLowerCase(), as, url)).toMatchObject({
        status: 400,
        body: { error: 'invitations_declined' },
      });
    }
    expect(await mailTo(email)).toBeUndefined();
    // The address itself is not stored.
    const stored = JSON.stringify([
      await query('SELECT * FROM declined_addresses'),
      await query('SELECT * FROM unsubscribe_links'),
      await query(`SELECT * FROM audit_log WHERE action = 'user.unsubscribed'`),
    ]);
    expect(stored.toLowerCase()).not.toContain('stranger@');
    expect((await invite('somebody-else@example.test')).status).toBe(201);
  });

  it('is invited again once the address has an account, which chooses its own mails', async () => {
    const email = 'later@example.test';
    await invite(email);
    await oneClick(pathOf(await mailTo(email)));
    expect((await invite(email)).body).toMatchObject({ error: 'invitations_declined' });
    const id = await application.market.user({ email });
    await query('UPDATE users SET email_unproven = true WHERE id = $1', id);
    expect((await invite(email)).body).toMatchObject({ error: 'invitations_declined' });
    await query('UPDATE users SET email_unproven = false WHERE id = $1', id);
    expect((await invite(email)).status).toBe(200);
    expect((await mailTo(email))!.unsubscribeUrl).toBeUndefined();
  });

  it('does not end them with a guessed link', async () => {
    expect((await oneClick('/v2/unsubscribe/guessed-by-nobody')).statusCode).toBe(404);
  });
});

describe('The marketplace’s name', () => {
  it('is in mails and on the page that ends them', async () => {
    const change = (name: string) =>
      application.call({ method: 'PATCH', url: '/v2/admin/site-settings', as: cast.tokens.admin, body: { name } });
    expect((await change('Fjäll & Co')).status).toBe(200);
    await invite('named@example.test');
    const mail = await mailTo('named@example.test');
    expect(mail).toMatchObject({ subject: expect.stringMatching(/ on Fjäll & Co$/) });
    expect(JSON.stringify(mail)).not.toContain('Tributary');
    expect((await application.app.inject(pathOf(mail))).body).toContain('<title>Unsubscribe – Fjäll &amp; Co</title>');
    await change('Tributary');
  });
});
