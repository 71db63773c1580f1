import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { SCOPES, type Scope } from '../../../platform/auth/scopes.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

const PREFIX = 'trb_';
const HINT_LENGTH = 10;

export interface NewToken {
  userId: number;
  /** `api` for programs, `access` for an hour on somebody's behalf, `session` for a person in the console. */
  purpose: 'api' | 'access' | 'session';
  name?: string;
  /** Seconds that it holds; without it, until it is revoked. */
  lifetimeSeconds?: number;
  /** Who made it, when that is somebody else. */
  createdBy?: number;
  /** The real actor: who acts through an `access` token. Required for that purpose, and for no other. */
  onBehalfOf?: number;
  /** What it may be used for; without it everything. */
  scopes?: readonly Scope[] | undefined;
  /** Of a session: where it was opened. */
  device?: string | null | undefined;
  /** Of a session: opened with a second factor. */
  secondFactor?: boolean;
}

/** What proves a token, and cannot be turned back into it. */
export function hashToken(raw: string): Buffer {
  return createHash('sha256').update(raw).digest();
}

/**
 * Makes an access token for a user: a prefix, so that leaked ones can be found by machines, and 256 random bits. The raw text leaves
 * here once; only its hash is kept.
 * @throws NotFound when there is no such user.
 */
export async function createToken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: NewToken,
): Promise<{ id: number; raw: string; expiresAt: Date | null }> {
  const { userId, purpose, name = '', lifetimeSeconds, createdBy, onBehalfOf } = token;
  const { scopes = SCOPES, device = null, secondFactor = false } = token;
  const found = await db.execute(sql`SELECT FROM users WHERE id = ${userId} AND erased_at IS NULL`);
  if (found.rowCount === 0) throw new NotFound('user');
  const raw = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const createdAt = now();
  const expiresAt = lifetimeSeconds === undefined ? null : new Date(createdAt.getTime() + lifetimeSeconds * 1000);
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO tokens (user_id, hash, hint, purpose, name, created_by, on_behalf_of, scopes, device, second_factor, created_at, expires_at)
    VALUES (${userId}, ${hashToken(raw)}, ${raw.slice(0, HINT_LENGTH)}, ${purpose}, ${name}, ${createdBy ?? null}, ${onBehalfOf ?? null},
      ${sql.param([...scopes])}, ${device}, ${secondFactor}, ${createdAt}, ${expiresAt})
    RETURNING id`);
  return { id: rows[0]!.id, raw, expiresAt };
}
