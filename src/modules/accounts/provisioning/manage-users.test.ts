import { expect, it } from 'vitest';
import { adminOf } from '../../../../tests/harness/admin.ts';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const { application, cast } = await createPopulatedApplication();
const admin = adminOf(application, cast.tokens.admin);
const email = () => `${unique()}@example.test`;

it('a new user receives a mail in their language that explains how to sign in', async () => {
  const [english, german] = [email(), email()];
  await admin.make('users', { email: english, preferred_locale: 'en_GB' });
  await admin.make('users', { email: german, preferred_locale: 'de_DE' });
  const mails = await takeMails(application.database);
  expect(mails.map(({ to }) => to)).toEqual([english, german]);
  expect(mails[0]).toMatchObject({ subject: expect.stringMatching(/^Your account at .* was created$/) });
  expect(mails[0]!.text).toContain('http://tributary.test/console/forgotten');
  expect(mails[1]!.text).toContain('Der Marktplatz hat ein Konto für Sie angelegt.');
});

it('a user who is created as suspended receives no mail', async () => {
  await admin.make('users', { email: email(), is_suspended: true });
  expect(await takeMails(application.database)).toEqual([]);
});
