import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { hasSecondFactor, removeFactors } from '../second-factor/check-second-factor.ts';
import { type Passkey, readPasskey } from './list-passkeys.ts';

/** Locks the actor's passkeys, so that of two changes at once the second sees the first. */
export async function lockPasskeys({ db, actor: { userId } }: Pick<Context, 'db' | 'actor'>): Promise<void> {
  await db.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
}

/** Renames one of the actor's passkeys. @throws NotFound */
export async function renamePasskey(ctx: Context, id: number, name: string): Promise<Passkey> {
  await ctx.db.execute(sql`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${ctx.actor.userId}`);
  return readPasskey(ctx, id);
}

/**
 * Removes one of the actor's passkeys. Removing the last second factor also removes the recovery codes.
 * @throws NotFound
 */
export async function removePasskey({ db, now, actor }: Context, id: number): Promise<void> {
  const { userId } = actor;
  await db.transaction(async (tx) => {
    await lockPasskeys({ db: tx, actor });
    const { rowCount } = await tx.execute(sql`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId}`);
    if (rowCount === 0) throw new NotFound('passkey');
    if (!(await hasSecondFactor({ db: tx }, userId))) await removeFactors(tx, userId);
    await notifyPerson({ db: tx, now }, userId, 'passkey_removed');
    await writeAudit(tx, {
      actorId: userId,
      action: 'user.passkey_removed',
      subjectKind: 'user',
      subjectId: userId,
      details: { passkey: id },
    });
  });
}
