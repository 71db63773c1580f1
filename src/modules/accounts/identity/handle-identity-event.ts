import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { createDeal } from '../../../platform/crm/deal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { writeAudit } from '../audit.ts';
import { erasedIdentity } from '../erasing/erase-user.ts';

/** The data about a person in a hook of the identity provider. */
export interface IdentityNews {
  /** The person at the provider. */
  id: string;
  /** The address, which does not count as verified. */
  email: string;
  /** The time of the change, if the provider states it. */
  updatedAt?: Date | undefined;
}

type HookContext = Pick<Context, 'db' | 'now' | 'log'>;

/**
 * Stores a person who has registered at the identity provider. The first event about the person requests a deal in the CRM. Data
 * that are already known of the person are newer and remain.
 * @param appUrl where the person registered
 */
export async function handleIdentityCreation(
  ctx: HookContext,
  news: IdentityNews,
  appUrl: string | null,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await remember(tx, news);
    const { rows } = await tx.execute<{ email: string }>(sql`
      UPDATE identities
      SET created_heard_at = ${ctx.now().toISOString()}::timestamptz, app_url = ${appUrl}, updated_at = now()
      WHERE id = ${news.id} AND created_heard_at IS NULL RETURNING email`);
    if (rows[0] === undefined) return;
    const { email } = rows[0];
    const key = `identity:${news.id}`;
    await enqueue(tx, createDeal, { key, title: `New shop representative: ${email}`, email, sourceUrl: appUrl });
  });
}

/**
 * Handles changed settings of a person at the identity provider. The address of the linked user follows, unless it belongs to
 * another account. This links nobody. The event does not verify the address, so it counts as unproven until a session shows it.
 * Events older than the known state are ignored; events without a time are applied as they arrive.
 */
export async function handleIdentityUpdate(ctx: HookContext, news: IdentityNews): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await remember(tx, news);
    const at = news.updatedAt?.toISOString() ?? null;
    const { rowCount } = await tx.execute(sql`
      UPDATE identities
      SET email = ${news.email}, provider_updated_at = coalesce(${at}::timestamptz, provider_updated_at), updated_at = now()
      WHERE id = ${news.id} AND coalesce(provider_updated_at <= ${at}::timestamptz, true)`);
    if (rowCount === 1) await changeEmail(ctx, tx, news);
  });
}

/**
 * Locks the user first and then the stored person, in the same order as erasing. One waits for the other, and no data of an
 * erased person remain.
 */
async function remember(tx: Database, { id, email, updatedAt }: IdentityNews): Promise<void> {
  await tx.execute(sql`SELECT FROM users WHERE identity_id = ${id} FOR NO KEY UPDATE`);
  const at = updatedAt?.toISOString() ?? null;
  await tx.execute(sql`
    INSERT INTO identities (id, email, provider_updated_at) SELECT ${id}::text, ${email}::text, ${at}::timestamptz
    WHERE NOT EXISTS (SELECT FROM users WHERE identity_id = ${erasedIdentity(id)})
    ON CONFLICT (id) DO NOTHING`);
}

async function changeEmail(ctx: HookContext, tx: Database, { id, email }: IdentityNews): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT id FROM users
    WHERE identity_id = ${id} AND erased_at IS NULL AND lower(email) <> lower(${email}) FOR NO KEY UPDATE`);
  if (rows[0] === undefined) return;
  const userId = rows[0].id;
  const isChanged = await setEmail(tx, userId, email);
  if (!isChanged) ctx.log.warn({ user_id: userId }, 'an address at the identity provider belongs to another account');
  const action = isChanged ? 'user.email_changed' : 'user.email_refused';
  const details = { identity: id };
  await writeAudit(tx, { actorId: null, action, subjectKind: 'user', subjectId: userId, details });
}

/** Returns false if the address belongs to another account. The transaction continues. */
async function setEmail(tx: Database, userId: number, email: string): Promise<boolean> {
  try {
    await tx.transaction((savepoint) =>
      savepoint.execute(
        sql`UPDATE users SET email = ${email}, email_unproven = true, updated_at = now() WHERE id = ${userId}`,
      ),
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) return false;
    throw error;
  }
}
