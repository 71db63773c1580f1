import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

export interface Passkey {
  id: number;
  name: string;
  /** Whether the passkey is synchronized to other devices of its owner. */
  backedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

type PasskeyRow = { id: number; name: string; backed_up: boolean; created_at: string; last_used_at: string | null };

/** Lists the actor's passkeys, the oldest first. Registration limits their number. */
export async function listPasskeys(ctx: Pick<Context, 'db' | 'actor'>): Promise<Passkey[]> {
  return read(ctx, sql`true`);
}

/** Reads one of the actor's passkeys. @throws NotFound */
export async function readPasskey(ctx: Pick<Context, 'db' | 'actor'>, id: number): Promise<Passkey> {
  const [passkey] = await read(ctx, sql`id = ${id}`);
  if (passkey === undefined) throw new NotFound('passkey');
  return passkey;
}

async function read({ db, actor }: Pick<Context, 'db' | 'actor'>, wanted: SQL): Promise<Passkey[]> {
  const { rows } = await db.execute<PasskeyRow>(sql`
    SELECT id, name, backed_up, created_at, last_used_at FROM passkeys
    WHERE user_id = ${actor.userId} AND ${wanted} ORDER BY id`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    backedUp: row.backed_up,
    createdAt: new Date(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }));
}
