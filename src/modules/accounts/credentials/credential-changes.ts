import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';

/** For how many days a person who has set the credentials of another counts as somebody who may know them. */
const CREDENTIAL_DAYS = 30;

/**
 * Records that the caller has made the account of another person, has made the person an administrator, or has set the person's
 * credentials (password or address). Changes of the own account are not recorded.
 * @param isCreation whether the account or its rights as administrator were made
 */
export async function noteCredentialChange(
  tx: Database,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { userId, isCreation }: { userId: number; isCreation: boolean },
): Promise<void> {
  const by = actor.onBehalfOf ?? actor.userId;
  if (by === userId) return;
  await tx.execute(sql`
    INSERT INTO credential_changes (user_id, changed_by, is_creation, changed_at)
    VALUES (${userId}, ${by}, ${isCreation}, ${now().toISOString()}::timestamptz)
    ON CONFLICT (user_id, changed_by) DO UPDATE
      SET is_creation = credential_changes.is_creation OR excluded.is_creation, changed_at = excluded.changed_at`);
}

/**
 * Whether a person may be able to act through the account of another: has made it or made it an administrator's, or has set its
 * credentials within `CREDENTIAL_DAYS`; directly, or through further accounts. Accounts that the command line has made were made by nobody.
 */
export async function mayControl(
  tx: Database,
  { now }: Pick<Context, 'now'>,
  { personId, accountId }: { personId: number; accountId: number },
): Promise<boolean> {
  const since = new Date(now().getTime() - CREDENTIAL_DAYS * 86_400_000).toISOString();
  const { rows } = await tx.execute(sql`
    WITH RECURSIVE controllers (id) AS (
      SELECT ${accountId}::bigint
      UNION
      SELECT c.changed_by FROM controllers k JOIN credential_changes c ON c.user_id = k.id
      WHERE c.is_creation OR c.changed_at > ${since}::timestamptz
    )
    SELECT FROM controllers WHERE id = ${personId}`);
  return rows.length > 0;
}
