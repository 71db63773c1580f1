import { sql } from 'drizzle-orm';
import type { GrantScope } from '../../../platform/auth/grant-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { isLoopback } from './redirect-uri.ts';

type Row = {
  id: number;
  name: string | null;
  redirect_uri: string;
  scopes: GrantScope[];
  created_at: string;
  last_used_at: string | null;
  expires_at: string;
};

/** Lists what the caller permits to programs, newest first. */
export function listGrants({ db, now, actor }: Context, page: PageRequest): Promise<Page<Row>> {
  const columns = sql`g.id, c.name, g.redirect_uri, g.scopes, g.created_at, t.expires_at,
    (SELECT max(a.last_used_at) FROM tokens a WHERE a.grant_id = g.id) AS last_used_at`;
  const from = sql`oauth_grants g JOIN oauth_clients c ON c.id = g.client_id JOIN tokens t ON t.grant_id = g.id AND t.purpose = 'refresh'
    WHERE g.user_id = ${actor.userId} AND g.ended_at IS NULL AND t.revoked_at IS NULL AND t.expires_at > ${now().toISOString()}::timestamptz`;
  return readPage<Row>(db, { columns, from, order: sql`g.id DESC` }, page);
}

export function presentGrant(row: Row) {
  return {
    id: row.id,
    client: row.name,
    host: isLoopback(row.redirect_uri) ? null : new URL(row.redirect_uri).host,
    scopes: row.scopes,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  };
}
