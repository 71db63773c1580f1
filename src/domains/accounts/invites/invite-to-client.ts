import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { invite, type NewInvite } from './invite.ts';

/** Mails a day that an agency can have sent to people of its choice. */
const MOST_A_DAY = 100;

/**
 * Invites somebody to represent a client; `invite` with a limit, exact however many ask at once.
 * @throws RuleRefused `already_member`, `too_many_invites`
 */
export async function inviteToClient(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { client, ...letter }: Omit<NewInvite, 'target'> & { client: { id: number; name: string } },
): ReturnType<typeof invite> {
  return ctx.db.transaction(async (tx) => {
    // The lock comes in a statement of its own: the next one counts what those before it have committed.
    await tx.execute(sql`SELECT FROM clients WHERE id = ${client.id} FOR NO KEY UPDATE`);
    const { rows } = await tx.execute<{ sent: number }>(sql`
      SELECT count(*) AS sent FROM audit_log
      WHERE subject_kind = 'client' AND subject_id = ${client.id} AND action = 'invite.sent' AND at > now() - interval '1 day'`);
    if (rows[0]!.sent >= MOST_A_DAY)
      throw new RuleRefused('too_many_invites', `A client sends at most ${MOST_A_DAY} invitations a day.`);
    return invite({ ...ctx, db: tx }, { ...letter, target: { kind: 'client', ...client } });
  });
}
