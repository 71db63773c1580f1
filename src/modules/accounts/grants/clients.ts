import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { mayBeRedirect } from './redirect-uri.ts';

const MAX_REDIRECTS = 10;
const MAX_NAME = 60;
/** The lifetime of a registration to which nobody has granted anything. */
const UNUSED_HOURS = 24;
const MAX_AT_ONCE = 5_000;

export const REGISTRATION_ERRORS = ['invalid_redirect_uri', 'invalid_client_metadata'] as const;

/** A program that has registered itself. Nothing about it is verified except that the browser returns to its address. */
export interface OAuthClient {
  id: string;
  name: string | null;
  redirectUris: readonly string[];
  createdAt: Date;
}

/**
 * Registers a program (RFC 7591). It has no secret, so it proves itself by PKCE only.
 * @throws RuleRefused `invalid_redirect_uri` or `invalid_client_metadata`
 */
export async function registerClient(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { name, redirectUris }: { name: string | undefined; redirectUris: readonly string[] },
): Promise<OAuthClient> {
  if (redirectUris.length === 0 || redirectUris.length > MAX_REDIRECTS)
    throw new RuleRefused('invalid_client_metadata', `Register 1 to ${MAX_REDIRECTS} redirect URIs.`);
  if (!redirectUris.every(mayBeRedirect))
    throw new RuleRefused(
      'invalid_redirect_uri',
      'A redirect URI is an https address, or an http address of 127.0.0.1, [::1] or localhost, without fragment and password.',
    );
  const client = {
    id: `trbc_${randomBytes(16).toString('base64url')}`,
    name: shownName(name ?? ''),
    redirectUris,
    createdAt: now(),
  };
  await db.execute(sql`
    INSERT INTO oauth_clients (id, name, redirect_uris, created_at)
    VALUES (${client.id}, ${client.name}, ${sql.param([...redirectUris])}, ${client.createdAt.toISOString()}::timestamptz)`);
  return client;
}

/** The registered program; null if there is none. */
export async function findClient({ db }: Pick<Context, 'db'>, id: string): Promise<OAuthClient | null> {
  const { rows } = await db.execute<{ name: string | null; redirect_uris: string[]; created_at: string }>(
    sql`SELECT name, redirect_uris, created_at FROM oauth_clients WHERE id = ${id}`,
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { id, name: row.name, redirectUris: row.redirect_uris, createdAt: new Date(row.created_at) };
}

/**
 * Deletes grants whose code was never exchanged or whose tokens are gone, and registrations that have no grant after a day.
 * @returns the number of registrations
 */
export async function purgeClients({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = sql`${now().toISOString()}::timestamptz - ${`${UNUSED_HOURS} hours`}::interval`;
  await db.execute(sql`
    DELETE FROM oauth_grants WHERE id = ANY (ARRAY (
      SELECT g.id FROM oauth_grants g WHERE g.code_expires_at < ${before}
        AND NOT EXISTS (SELECT FROM tokens t WHERE t.grant_id = g.id) LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  const { rowCount } = await db.execute(sql`
    DELETE FROM oauth_clients WHERE id = ANY (ARRAY (
      SELECT c.id FROM oauth_clients c WHERE c.created_at < ${before}
        AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = c.id) LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED))`);
  return rowCount ?? 0;
}

/** The name as one short line without characters that hide or reorder others; null if nothing is left of it. */
function shownName(name: string): string | null {
  const line = name.normalize('NFKC').replaceAll(/\p{C}/gu, '').replaceAll(/\s+/g, ' ').trim();
  return [...line].slice(0, MAX_NAME).join('').trim() || null;
}
