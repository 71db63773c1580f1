import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { GRANT_SCOPES, type GrantScope } from '../../../platform/auth/grant-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { actedBy, writeAudit } from '../audit.ts';
import { notifyPerson } from '../codes/security-mail.ts';
import { hashToken } from '../tokens/create-token.ts';
import { findClient, type OAuthClient } from './clients.ts';
import { isLoopback, isRegisteredRedirect } from './redirect-uri.ts';
import { resourceOf } from './resource.ts';

/** The lifetime of a code. The program exchanges it at once. */
const CODE_SECONDS = 60;

export const AUTHORIZATION_ERRORS = ['invalid_client', 'invalid_redirect_uri'] as const;
export const GRANT_ERRORS = [...AUTHORIZATION_ERRORS, 'invalid_request'] as const;

/** What a program asks for, as the browser brings it to the console (OAuth 2.1, 4.1.1). */
interface AuthorizationRequest {
  client_id: string;
  redirect_uri: string;
  response_type?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  resource?: string | undefined;
}

/** An authorization request that the person can decide about. */
interface CheckedRequest {
  client: OAuthClient;
  /** The host to which the browser returns; null: a program on the computer of the person. */
  host: string | null;
  scopes: readonly GrantScope[];
  resource: string;
  challenge: string;
  /** Why the request cannot be granted: an error code of OAuth; null if it can. */
  problem: string | null;
  /** Where the browser goes when the person refuses or the request cannot be granted. */
  refusedUrl: string;
}

/**
 * Checks a request before the person decides about it. A program that is unknown, or that names an address it has not registered, is
 * refused here; for everything else the browser may return to the program.
 * @throws RuleRefused `invalid_client` or `invalid_redirect_uri`
 */
export async function checkRequest(
  ctx: Pick<Context, 'db' | 'publicUrl'>,
  request: AuthorizationRequest,
): Promise<CheckedRequest> {
  const client = await findClient(ctx, request.client_id);
  if (client === null)
    throw new RuleRefused('invalid_client', 'This program is not registered here. Connect it again.');
  const { redirect_uri: redirectUri } = request;
  if (!isRegisteredRedirect(client.redirectUris, redirectUri))
    throw new RuleRefused('invalid_redirect_uri', 'The program has not registered the address to which it returns.');
  const own = resourceOf(ctx.publicUrl);
  const resource = request.resource ?? own;
  const scopes = (request.scope ?? 'read').split(' ').filter((scope) => scope !== '');
  const challenge = request.code_challenge ?? '';
  const problem = problemOf({ ...request, scopes, isOwn: isSame(resource, own), challenge });
  const permitted = GRANT_SCOPES.filter((scope) => scopes.includes(scope));
  return {
    client,
    host: isLoopback(redirectUri) ? null : new URL(redirectUri).host,
    scopes: permitted,
    resource: own,
    challenge,
    problem,
    refusedUrl: returnUrl(ctx, request, { error: problem ?? 'access_denied' }),
  };
}

function problemOf({
  response_type: responseType,
  code_challenge_method: method,
  scopes,
  isOwn,
  challenge,
}: Pick<AuthorizationRequest, 'response_type' | 'code_challenge_method'> & {
  scopes: readonly string[];
  isOwn: boolean;
  challenge: string;
}): string | null {
  if (responseType !== 'code') return 'unsupported_response_type';
  if (method !== 'S256' || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) return 'invalid_request';
  if (!isOwn) return 'invalid_target';
  return GRANT_SCOPES.some((scope) => scopes.includes(scope)) ? null : 'invalid_scope';
}

/**
 * Grants a request, in a session of the person. Of the requested scopes, the person chooses which; `read` is always among them.
 * @returns the address with the code, to which the browser goes
 * @throws RuleRefused `invalid_client`, `invalid_redirect_uri`, `invalid_request`
 */
export async function grantRequest(
  ctx: Context,
  { request, scopes }: { request: AuthorizationRequest; scopes: readonly GrantScope[] },
): Promise<string> {
  const { client, problem, scopes: asked, resource, challenge, host } = await checkRequest(ctx, request);
  if (problem !== null) throw new RuleRefused('invalid_request', 'This request cannot be granted.');
  const granted = GRANT_SCOPES.filter((scope) => scope === 'read' || (asked.includes(scope) && scopes.includes(scope)));
  const code = randomBytes(32).toString('base64url');
  const at = ctx.now();
  const { actor } = ctx;
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO oauth_grants (client_id, user_id, scopes, resource, redirect_uri, second_factor, challenge, code_hash, code_expires_at, created_at)
      VALUES (${client.id}, ${actor.userId}, ${sql.param([...granted])}, ${resource}, ${request.redirect_uri},
        ${actor.token?.secondFactor === 'used'}, ${challenge}, ${hashToken(code)},
        ${new Date(at.getTime() + CODE_SECONDS * 1000).toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)
      RETURNING id`);
    const details = { client: client.name, host, scopes: granted };
    await notifyPerson({ ...ctx, db: tx }, actor.userId, 'program_permitted');
    await writeAudit(tx, {
      ...actedBy(actor, details),
      action: 'grant.created',
      subjectKind: 'grant',
      subjectId: rows[0]!.id,
    });
  });
  return returnUrl(ctx, request, { code });
}

/** The redirect URI with the result, the state of the request and the issuer (RFC 9207). */
function returnUrl(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { redirect_uri: redirectUri, state }: AuthorizationRequest,
  result: { code: string } | { error: string },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  url.searchParams.set('iss', publicUrl);
  return url.href;
}

/** Whether two addresses of a resource are the same. Programs may add a slash. */
function isSame(given: string, own: string): boolean {
  return given === own || given === `${own}/`;
}
