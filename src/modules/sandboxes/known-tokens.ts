import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { hashToken } from '../accounts/index.ts';

/** Maximum number of tokens of a sandbox that are known while it is not open, the newest. */
export const MAX_KNOWN_TOKENS = 1_000;

/** A token in the database of a sandbox. */
export interface InnerToken {
  id: number;
  hash: Buffer;
}

/** Notes the tokens of a sandbox, by which it can be opened. */
export async function noteTokens(
  db: Database,
  { sandboxId, tokens, at }: { sandboxId: string; tokens: readonly InnerToken[]; at: Date },
): Promise<void> {
  const ids = sql.param(tokens.map(({ id }) => id));
  const hashes = sql.param(tokens.map(({ hash }) => hash));
  await db.execute(sql`
    WITH noted AS (
      UPDATE sandboxes SET tokens_noted_at = ${at.toISOString()} WHERE id = ${sandboxId} RETURNING id
    )
    INSERT INTO sandbox_tokens (sandbox_id, hash, token_id)
    SELECT n.id, t.hash, t.id FROM noted n, unnest(${ids}::bigint[], ${hashes}::bytea[]) t (id, hash) ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    DELETE FROM sandbox_tokens WHERE sandbox_id = ${sandboxId} AND token_id <
      (SELECT min(token_id) FROM (SELECT token_id FROM sandbox_tokens WHERE sandbox_id = ${sandboxId} ORDER BY token_id DESC LIMIT ${MAX_KNOWN_TOKENS}) kept)`);
}

/** Whether a text can be a token of a sandbox: `unknown` if its tokens were never noted. */
export async function isKnownToken(
  db: Database,
  { sandboxId, raw }: { sandboxId: string; raw: string },
): Promise<boolean | 'unknown'> {
  const { rows } = await db.execute<{ is_noted: boolean; is_known: boolean }>(sql`
    SELECT s.tokens_noted_at IS NOT NULL AS is_noted,
      EXISTS (SELECT FROM sandbox_tokens t WHERE t.sandbox_id = s.id AND t.hash = ${hashToken(raw)}) AS is_known
    FROM sandboxes s WHERE s.id = ${sandboxId}`);
  const found = rows[0];
  if (found === undefined) return false;
  return found.is_noted ? found.is_known : 'unknown';
}
