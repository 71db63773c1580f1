import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { note } from '../provisioning/notes.ts';

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;

/** How people of this marketplace get accounts, and what is asked of them. */
export type AccountSettings = {
  sign_up: (typeof SIGN_UP_MODES)[number];
  approve_creators: boolean;
};

const COLUMNS = sql`sign_up, approve_creators`;

export async function readAccountSettings({ db }: Pick<Context, 'db'>): Promise<AccountSettings> {
  const { rows } = await db.execute<AccountSettings>(sql`SELECT ${COLUMNS} FROM account_settings`);
  return rows[0]!;
}

/** Changes what is given; the rest stays. */
export async function changeAccountSettings(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  changes: Partial<AccountSettings>,
): Promise<AccountSettings> {
  const { db, now } = ctx;
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<AccountSettings>(sql`
      UPDATE account_settings SET
        sign_up = coalesce(${changes.sign_up ?? null}, sign_up),
        approve_creators = coalesce(${changes.approve_creators ?? null}, approve_creators),
        updated_at = ${now().toISOString()}::timestamptz
      RETURNING ${COLUMNS}`);
    await note({ ...ctx, db: tx }, 'account settings', 'updated', 1, { to: { ...changes } });
    return rows[0]!;
  });
}
