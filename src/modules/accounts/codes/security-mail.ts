import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { sendMail } from '../../../platform/mail/mail.ts';

/** What a person is told when it happens to their account, in the words of the mail. */
const EVENTS = {
  password_changed: 'Your password was changed, and your other sessions were ended.',
  password_reset: 'Your password was replaced by a new one, and you were signed out everywhere.',
  email_change_requested: 'Somebody who is signed in to your account wants to give it another e-mail address.',
  email_changed: 'Your account has another e-mail address from now on. This address is not used any more.',
  token_created: 'An API token was made for your account.',
  second_factor_added: 'A second factor was added to your account. It is asked for when you sign in.',
  second_factor_removed: 'The second factor of your account was removed.',
  passkey_added: 'A passkey was added to your account. It can be used to sign in.',
  passkey_removed: 'A passkey of your account was removed.',
  recovery_codes_made: 'New recovery codes were made for your account. The former ones are worthless.',
  approved: 'Your account was approved. You can make links and join campaigns from now on.',
  role_changed: 'Your role in a team was changed. The console shows what you can do now.',
  removed_from_team: 'You were removed from a team. You no longer act for it.',
  deletion_requested: 'Your account is going to be deleted. Until then you can sign in and keep it.',
} as const;

export type SecurityEvent = keyof typeof EVENTS;

/** Events that the person cannot undo with a new password. */
const NO_ALARM: readonly SecurityEvent[] = ['approved', 'role_changed', 'removed_from_team'];

/** The subject is the same for all: what has happened stands in the mail. */
const SUBJECT = 'A change of your account at Tributary';

/**
 * Tells a person by mail what has happened to their account, in the transaction in which it does.
 * @param to another address than the account's
 */
export async function tellPerson(tx: Database, userId: number, event: SecurityEvent, to?: string): Promise<void> {
  const { rows } = await tx.execute<{ email: string }>(
    sql`SELECT email FROM users WHERE id = ${userId} AND erased_at IS NULL AND NOT email_unproven`,
  );
  const address = to ?? rows[0]?.email;
  if (address === undefined) return;
  const lines = ['Hello,', '', EVENTS[event], ''];
  if (!NO_ALARM.includes(event)) lines.push('If this was not you, choose a new password at once and tell us.', '');
  await enqueue(tx, sendMail, { to: address, subject: SUBJECT, text: lines.join('\n') });
}
