import type { Context } from '../../../platform/context.ts';
import type { SecurityEvent } from '../messages/security-event.ts';
import { notify } from '../notifications/notify.ts';

export type { SecurityEvent };

/** The pages that the notifications open; without an entry, the account. */
const PATHS: Partial<Record<SecurityEvent, string>> = {
  account_created: '/console/forgotten',
  approved: '/console',
  removed_from_team: '/console',
};

/**
 * Notifies a person of a security event of the account, in the console and by mail, in the transaction of the event.
 * @param to address of the mail, if it is not the current one: the one before a change
 */
export async function notifyPerson(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  event: SecurityEvent,
  to?: string,
): Promise<void> {
  const path = PATHS[event] ?? '/console/account';
  await notify(db, now(), [{ message: 'account_changed', values: { event }, to: { userId }, path, mailTo: to }]);
}
