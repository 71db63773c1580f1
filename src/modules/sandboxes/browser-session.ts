import { randomBytes } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden, RuleRefused } from '../../platform/errors/errors.ts';
import { hashToken } from '../accounts/index.ts';
import type { SandboxDeps } from './host.ts';
import { hostOf, type Sandbox } from './sandbox.ts';

/** Seconds in which a code must be exchanged. */
const CODE_SECONDS = 60;

/** A session of the console, of the owner of the sandbox `s`, that is still valid. */
const isValidSession = (at: Date): SQL => sql`EXISTS (
  SELECT FROM sandboxes s JOIN tokens t ON t.user_id = s.owner_id JOIN users u ON u.id = t.user_id
  WHERE s.id = b.sandbox_id AND t.id = b.token_id AND t.purpose = 'session' AND t.on_behalf_of IS NULL AND t.revoked_at IS NULL AND t.expires_at > ${at.toISOString()}
    AND u.suspended_at IS NULL AND u.erased_at IS NULL AND s.state <> 'deleting' AND s.expires_at > ${at.toISOString()})`;

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * Creates the code with which the browser of this session enters the sandbox on its host. It replaces an earlier one of the same session.
 * @throws RuleRefused `no_sandbox_host` without SANDBOX_URL, `no_sandboxes_here`; Forbidden `not_a_session`
 */
export async function requestSession(
  ctx: Context,
  deps: SandboxDeps,
  { id }: Sandbox,
): Promise<{ code: string; expiresAt: Date }> {
  requireSeparateHost(deps);
  const { token } = ctx.actor;
  if (token?.purpose !== 'session')
    throw new Forbidden('not_a_session', 'This requires a session of the person; API tokens cannot be used for it.');
  const code = newSecret();
  const expiresAt = new Date(ctx.now().getTime() + CODE_SECONDS * 1000);
  await ctx.db.execute(sql`
    INSERT INTO sandbox_sessions (sandbox_id, token_id, code_hash, code_expires_at) VALUES (${id}, ${token.id}, ${hashToken(code)}, ${expiresAt.toISOString()})
    ON CONFLICT (sandbox_id, token_id) DO UPDATE SET code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at`);
  return { code, expiresAt };
}

/**
 * Exchanges a code for the secret of the cookie. One statement: of several concurrent exchanges, one succeeds.
 * @throws RuleRefused `code_invalid` for a code that is unknown, used, too old or of another sandbox, or whose session has ended
 */
export async function enterSandbox(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { sandboxId, code }: { sandboxId: string; code: string },
): Promise<{ secret: string; expires: Date }> {
  const at = now();
  const secret = newSecret();
  const { rows } = await db.execute<{ expires_at: string }>(sql`
    UPDATE sandbox_sessions b SET hash = ${hashToken(secret)}, code_hash = NULL, code_expires_at = NULL
    WHERE b.code_hash = ${hashToken(code)} AND b.sandbox_id = ${sandboxId} AND b.code_expires_at > ${at.toISOString()} AND ${isValidSession(at)}
    RETURNING (SELECT s.expires_at FROM sandboxes s WHERE s.id = b.sandbox_id) AS expires_at`);
  if (rows[0] === undefined)
    throw new RuleRefused('code_invalid', 'This code is not valid any more. Open the sandbox from the console again.');
  return { secret, expires: new Date(rows[0].expires_at) };
}

/** Whether a cookie is that of the owner of the sandbox, in a session that is still valid. */
export async function isBrowserOfOwner(
  db: Database,
  { sandboxId, secret, at }: { sandboxId: string; secret: string; at: Date },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM sandbox_sessions b WHERE b.hash = ${hashToken(secret)} AND b.sandbox_id = ${sandboxId} AND ${isValidSession(at)}`);
  return rows.length > 0;
}

/** @throws RuleRefused `no_sandbox_host`, `no_sandboxes_here` */
function requireSeparateHost(deps: SandboxDeps): void {
  if (!hostOf(deps).addresses.isSeparate)
    throw new RuleRefused(
      'no_sandbox_host',
      'Sandboxes have no host of their own here: open the address of the sandbox.',
    );
}
