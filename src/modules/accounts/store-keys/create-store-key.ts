import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Scope } from '../../../platform/auth/scope.ts';
import type { StoreKeyScope } from '../../../platform/auth/store-keys.ts';
import type { Context } from '../../../platform/context.ts';
import { Forbidden, InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../audit.ts';
import { lockTeam } from '../team/team.ts';
import { hashToken } from '../tokens/create-token.ts';
import { expiryOf, type Lifetime } from '../tokens/lifetime.ts';
import { readStoreKey, type StoreKeyRow } from './list-store-keys.ts';
import { notifyOfKey } from './notify-of-key.ts';
import { STORE_KEY_PREFIX } from './secret.ts';

/** Maximum number of valid keys of a store. */
const MAX_KEYS = 50;
const HINT_LENGTH = STORE_KEY_PREFIX.length + 6;

/** The scope of a person's token that permits the same. */
const SCOPE_OF_PERSON: Record<StoreKeyScope, Scope> = {
  read: 'read',
  orders: 'orders',
  campaigns: 'campaigns',
  webhooks: 'administration',
  gifts: 'campaigns',
};

export const STORE_KEY_ERRORS = ['too_many_keys'] as const;

export interface NewStoreKey extends Lifetime {
  store: { id: number; name: string };
  name: string;
  scopes: readonly StoreKeyScope[];
}

/**
 * Creates an API key that belongs to a store. The raw text is returned only here; its hash is stored. The team is notified.
 * @throws Forbidden `insufficient_scope` when the caller's own token has fewer scopes; InvalidInput naming `expires_at` or `scopes`;
 *   RuleRefused `too_many_keys`
 */
export async function createStoreKey(
  ctx: Context,
  { store, name, scopes, ...lifetime }: NewStoreKey,
): Promise<StoreKeyRow & { raw: string }> {
  const own = ctx.actor.token?.scopes;
  if (own !== undefined && scopes.some((scope) => !own.includes(SCOPE_OF_PERSON[scope])))
    throw new Forbidden('insufficient_scope', 'A token cannot create a key with more scopes than its own.');
  if (scopes.includes('webhooks') && !scopes.includes('read'))
    throw new InvalidInput({ scopes: ['must include `read` with `webhooks`, which sends what it reads'] });
  const at = ctx.now();
  const expiresAt = expiryOf(lifetime, at);
  const raw = `${STORE_KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  return ctx.db.transaction(async (tx) => {
    await refuseMore(tx, store.id, at);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO store_keys (store_id, name, hash, hint, scopes, created_by, created_at, expires_at)
      VALUES (${store.id}, ${name}, ${hashToken(raw)}, ${raw.slice(0, HINT_LENGTH)}, ${sql.param([...scopes])}, ${userOf(ctx.actor.userId)},
        ${at.toISOString()}, ${expiresAt?.toISOString() ?? null}) RETURNING id`);
    const id = rows[0]!.id;
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store_key.created',
      subjectKind: 'store',
      subjectId: store.id,
      details: { key: id, name, scopes, expires_at: expiresAt?.toISOString() ?? null },
    });
    await notifyOfKey(tx, { store, name, at, what: 'created' });
    return { ...(await readStoreKey(tx, id)), raw };
  });
}

/** The lock makes the limit exact under concurrency. */
async function refuseMore(tx: Context['db'], storeId: number, at: Date): Promise<void> {
  await lockTeam(tx, { kind: 'store', id: storeId });
  const { rows } = await tx.execute<{ keys: number }>(sql`
    SELECT count(*)::integer AS keys FROM store_keys WHERE store_id = ${storeId} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${at.toISOString()}::timestamptz)`);
  if (rows[0]!.keys >= MAX_KEYS)
    throw new RuleRefused('too_many_keys', `A store has at most ${MAX_KEYS} API keys; revoke some first.`);
}
