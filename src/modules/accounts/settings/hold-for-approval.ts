import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readAccountSettings } from './account-settings.ts';

/** If creators need approval, a new creator is suspended until then, and can read but not earn. In the caller's transaction. */
export async function holdForApproval({ db, now }: Pick<Context, 'db' | 'now'>, userId: number): Promise<void> {
  const { approve_creators: mustWait } = await readAccountSettings({ db });
  if (!mustWait) return;
  await db.execute(sql`
    UPDATE users SET awaits_approval = true, suspended_at = ${now().toISOString()}::timestamptz WHERE id = ${userId}`);
}
