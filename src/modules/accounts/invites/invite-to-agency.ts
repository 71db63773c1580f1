import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { invite, type NewInvite } from './invite.ts';

/** Maximum number of mails per day that an agency, which nobody has approved, can send to people of its choice. */
const MAX_A_DAY = 20;

/**
 * Invites a person to represent an agency: `invite` with a limit that is exact under concurrency.
 * @throws RuleRefused `already_member`, `too_many_invites`
 */
export async function inviteToAgency(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { agency, ...letter }: Omit<NewInvite, 'target'> & { agency: { id: number; name: string } },
): ReturnType<typeof invite> {
  return ctx.db.transaction(async (tx) => {
    // The lock is a separate statement, so that the next one counts all invitations that were committed before.
    await tx.execute(sql`SELECT FROM agencies WHERE id = ${agency.id} FOR NO KEY UPDATE`);
    const { rows } = await tx.execute<{ sent: number }>(sql`
      SELECT count(*) AS sent FROM audit_log
      WHERE subject_kind = 'client' AND subject_id = ${agency.id} AND action = 'invite.sent' AND at > now() - interval '1 day'`);
    if (rows[0]!.sent >= MAX_A_DAY)
      throw new RuleRefused('too_many_invites', `A client sends at most ${MAX_A_DAY} invitations a day.`);
    return invite({ ...ctx, db: tx }, { ...letter, target: { kind: 'client', ...agency } });
  });
}
