import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import type { CredentialKind } from '../auth/policy.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { Conflict, InvalidInput } from '../errors/errors.ts';
import type { Input } from './input.ts';
import { isFileReply, type Replies } from './replies.ts';
import type { UploadedFile } from './upload.ts';

const HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;
const KEPT_DAYS = 7;
/**
 * Number of expired keys deleted with each new key. They never accumulate, and no request waits long for the
 * deletion.
 */
const FORGOTTEN_AT_ONCE = 20;

/** The header for the API reference. */
export const idempotencyHeaders = (): Record<string, TSchema> => ({
  [HEADER]: Type.Optional(
    Type.String({
      pattern: KEY.source,
      description: `Idempotency key of this request, 1 to 255 visible ASCII characters. Requests repeated with the same key within ${KEPT_DAYS} days are executed once and receive the same response. A refused request may be retried with the same key.`,
    }),
  ),
});

/**
 * Checks a route that accepts the header.
 * @throws Error when the route has no caller to own the key or no storable response, which is an error in its
 * declaration
 */
export function requireKeptAnswers({
  method,
  url,
  policy,
  replies,
}: {
  method: string;
  url: string;
  policy: { credential: CredentialKind };
  replies: Replies;
}): void {
  if (method === 'GET' || policy.credential !== 'accessToken' || Object.values(replies).some(isFileReply))
    throw new Error(`${method} ${url} cannot be idempotent: it reads, is anybody's, or answers a file`);
}

/**
 * A handler that commits its own transactions and whose repetition does no harm, such as one for many independent records: a single transaction would
 * hold the locks of all of them, and lose all with one. Only its final reply is stored.
 */
export interface CommitsItself<Value> {
  /** Whether the reply is stored. If not, a repetition with the same key is executed again. */
  isFinal: (reply: Value) => boolean;
}

/** The parts of a request that a repetition must not change. */
export interface KeyedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  ctx: Pick<Context, 'db' | 'actor' | 'now'>;
  input: Input;
  upload: UploadedFile | undefined;
}

/** Requests in progress in this process, by key. Others with the same key wait without a database connection. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Executes a request once per key and caller. The key, the effect and the response are written in one transaction. `handle` must
 * do all its work in it. A refused request stores nothing. A repetition receives the stored status and response and the header
 * `idempotent-replayed`.
 * @throws InvalidInput naming the header; Conflict when the key was used with a different request
 */
export async function onceForKey<Value>(
  keyed: KeyedRequest,
  handle: (db: Database) => Promise<Value> | Value,
  commits: CommitsItself<Value> | null = null,
): Promise<Value> {
  const { request, ctx } = keyed;
  const key = request.headers[HEADER];
  if (key === undefined) return handle(ctx.db);
  if (typeof key !== 'string' || !KEY.test(key))
    throw new InvalidInput({ [HEADER]: ['must be 1 to 255 visible ASCII characters'] });
  const name = `${ctx.actor.userId} ${key}`;
  const before = underWay.get(name);
  const mine = (async () => {
    await before?.catch(() => undefined);
    return commits === null ? once(keyed, key, handle) : atLeastOnce(keyed, key, handle, commits);
  })();
  underWay.set(name, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(name) === mine) underWay.delete(name);
  }
}

async function once<Value>(
  { request, reply, ctx, input, upload }: KeyedRequest,
  key: string,
  handle: (db: Database) => Promise<Value> | Value,
): Promise<Value> {
  const { userId } = ctx.actor;
  const hash = hashOf(request, input, upload);
  const cutoff = new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000);
  return ctx.db.transaction(async (tx) => {
    if (await takeKey(tx, { userId, key, hash, at: ctx.now(), cutoff })) {
      await purgeSome(tx, cutoff);
      const value = await handle(tx);
      const answer = value === undefined || value === null ? null : reply.serialize(value);
      await tx.execute(sql`
        UPDATE idempotency_keys SET status = ${reply.statusCode}, reply = ${answer}::jsonb WHERE user_id = ${userId} AND key = ${key}`);
      return value;
    }
    const kept = (await readKept(tx, userId, key))!;
    requireSame(kept.request_hash, hash);
    // The transaction that stored the key has stored its reply.
    return replay(reply, { status: kept.status!, reply: kept.reply as Value });
  });
}

/**
 * The same without a common transaction. The key is stored first, so that another request with it is refused from then on. If the process ends before
 * the reply is stored, a repetition is executed again.
 */
async function atLeastOnce<Value>(
  { request, reply, ctx, input, upload }: KeyedRequest,
  key: string,
  handle: (db: Database) => Promise<Value> | Value,
  { isFinal }: CommitsItself<Value>,
): Promise<Value> {
  const { userId } = ctx.actor;
  const hash = hashOf(request, input, upload);
  const cutoff = new Date(ctx.now().getTime() - KEPT_DAYS * 86_400_000);
  const ours = sql`user_id = ${userId} AND key = ${key} AND status IS NULL`;
  if (await takeKey(ctx.db, { userId, key, hash, at: ctx.now(), cutoff })) await purgeSome(ctx.db, cutoff);
  else {
    const kept = await readKept(ctx.db, userId, key);
    if (kept !== null) {
      requireSame(kept.request_hash, hash);
      if (kept.status !== null) return replay(reply, { status: kept.status, reply: kept.reply as Value });
    }
  }
  let value: Value;
  try {
    value = await handle(ctx.db);
  } catch (error) {
    await ctx.db.execute(sql`DELETE FROM idempotency_keys WHERE ${ours}`);
    throw error;
  }
  if (isFinal(value))
    await ctx.db.execute(
      sql`UPDATE idempotency_keys SET status = ${reply.statusCode}, reply = ${reply.serialize(value)}::jsonb WHERE ${ours}`,
    );
  else await ctx.db.execute(sql`DELETE FROM idempotency_keys WHERE ${ours}`);
  return value;
}

function replay<Value>(to: FastifyReply, { status, reply }: { status: number; reply: Value }): Value {
  to.code(status).header('idempotent-replayed', 'true');
  return reply;
}

/** @throws Conflict */
function requireSame(kept: Buffer, given: Buffer): void {
  if (!kept.equals(given))
    throw new Conflict('idempotency_key_reused', 'This idempotency key came with another request before.');
}

/**
 * Whether the key is new or expired. A concurrent request with the same key, in any process, waits here until this
 * transaction ends.
 */
async function takeKey(
  tx: Database,
  { userId, key, hash, at, cutoff }: { userId: number; key: string; hash: Buffer; at: Date; cutoff: Date },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO idempotency_keys AS k (user_id, key, request_hash, created_at) VALUES (${userId}, ${key}, ${hash}, ${at.toISOString()})
    ON CONFLICT (user_id, key) DO UPDATE SET request_hash = excluded.request_hash, created_at = excluded.created_at, status = NULL, reply = NULL
    WHERE k.created_at < ${cutoff.toISOString()}`);
  return rowCount === 1;
}

/** Deletes a few expired keys of any caller, and skips those that are locked. */
async function purgeSome(tx: Database, cutoff: Date): Promise<void> {
  await tx.execute(sql`
    DELETE FROM idempotency_keys WHERE (user_id, key) IN (
      SELECT user_id, key FROM idempotency_keys WHERE created_at < ${cutoff.toISOString()}
      ORDER BY created_at LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`);
}

async function readKept(
  tx: Database,
  userId: number,
  key: string,
): Promise<{ request_hash: Buffer; status: number | null; reply: unknown } | null> {
  const { rows } = await tx.execute<{ request_hash: Buffer; status: number | null; reply: unknown }>(
    sql`SELECT request_hash, status, reply FROM idempotency_keys WHERE user_id = ${userId} AND key = ${key}`,
  );
  return rows[0] ?? null;
}

/**
 * Hashes the method, the path, and the parsed path, query, body and file. The order of the body's fields does not
 * matter.
 */
function hashOf({ method, routeOptions }: FastifyRequest, input: Input, upload: UploadedFile | undefined): Buffer {
  const said = JSON.stringify([method, routeOptions.url, inOrder(input)]);
  const hash = createHash('sha256').update(said);
  return (upload === undefined ? hash : hash.update('\0').update(upload.content)).digest();
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, field]) => [name, inOrder(field)]);
}
