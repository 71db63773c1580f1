import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { SCOPES, type Scope } from '../../../platform/auth/scopes.ts';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';

const PREFIX = 'trb_';
const HINT_LENGTH = 10;

export interface NewToken {
  userId: number;
  /**
   * `api`: for programs; `access`: one hour on behalf of a creator; `session`: a signed-in user; `grant` and `refresh`: of a program that the
   * user permits to act for them.
   */
  purpose: 'api' | 'access' | 'session' | 'grant' | 'refresh';
  name?: string;
  /** The lifetime in seconds; without it, the token is valid until it is revoked. */
  lifetimeSeconds?: number;
  /** The user who created the token, if not its owner. */
  createdBy?: number;
  /** The user who acts through the token: required for `access`, and for an `api` token that another user has made. */
  onBehalfOf?: number;
  /** The permitted scopes; without it, all. */
  scopes?: readonly Scope[] | undefined;
  /** For a session: the device that opened it. */
  device?: string | null | undefined;
  /** For a session: the country that it was opened from, as a trusted proxy reports it. */
  country?: string | null | undefined;
  /** For a session: whether it was opened with a second factor. For a token of a grant: whether the session that granted it was. */
  secondFactor?: boolean;
  /** For a token of a grant: the grant, and the only address for which the token is valid. */
  grantId?: number;
  resource?: string;
}

/** Returns the hash by which a token is verified. */
export function hashToken(raw: string): Buffer {
  return createHash('sha256').update(raw).digest();
}

/**
 * Creates a token for a user: a prefix by which scanners recognise leaked tokens, and 256 random bits. The raw text is returned
 * only here; its hash is stored.
 * @throws NotFound when there is no such user.
 */
export async function createToken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: NewToken,
): Promise<{ id: number; raw: string; expiresAt: Date | null }> {
  const { userId, purpose, name = '', lifetimeSeconds, createdBy, onBehalfOf } = token;
  const {
    scopes = SCOPES,
    device = null,
    country = null,
    secondFactor = false,
    grantId = null,
    resource = null,
  } = token;
  const found = await db.execute(sql`SELECT FROM users WHERE id = ${userId} AND erased_at IS NULL`);
  if (found.rowCount === 0) throw new NotFound('user');
  const raw = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const createdAt = now();
  const expiresAt = lifetimeSeconds === undefined ? null : new Date(createdAt.getTime() + lifetimeSeconds * 1000);
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO tokens (user_id, hash, hint, purpose, name, created_by, on_behalf_of, scopes, device, country, second_factor, grant_id, resource, created_at, expires_at)
    VALUES (${userId}, ${hashToken(raw)}, ${raw.slice(0, HINT_LENGTH)}, ${purpose}, ${name}, ${createdBy ?? null}, ${onBehalfOf ?? null},
      ${sql.param([...scopes])}, ${device}, ${country}, ${secondFactor}, ${grantId}, ${resource}, ${createdAt}, ${expiresAt})
    RETURNING id`);
  return { id: rows[0]!.id, raw, expiresAt };
}
