import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { CLIENTS, type ClientRecord } from './clients.ts';
import { noteUpdated } from './notes.ts';
import { createRecord, deleteRecord, readRecord, updateRecord } from './records.ts';

/**
 * Makes a client, with a secret that leaves here once. The first one is the default.
 * @throws InvalidInput
 */
export async function createClient(ctx: Context, input: Static<typeof CLIENTS.creation>): Promise<ClientRecord> {
  const secret = newSecret();
  return ctx.db.transaction(async (db) => {
    await lockDefault({ db });
    const isDefault = input.is_default === true || !(await hasDefault({ db }));
    if (isDefault) await takeDefault({ ...ctx, db }, 0);
    const fields = { ...input, is_default: isDefault, client_secret: secret };
    const client = await createRecord({ ...ctx, db }, CLIENTS, fields);
    return { ...client, client_secret: secret };
  });
}

/**
 * Changes a client; as the default it takes the place of the one before.
 * @throws NotFound; InvalidInput
 */
export async function updateClient(
  ctx: Context,
  id: number,
  input: Static<typeof CLIENTS.changes>,
): Promise<ClientRecord> {
  return ctx.db.transaction(async (db) => {
    if (input.is_default === true) {
      await lockDefault({ db });
      await takeDefault({ ...ctx, db }, id);
    }
    return updateRecord({ ...ctx, db }, CLIENTS, id, input);
  });
}

/**
 * Deletes a client that nobody belongs to.
 * @throws NotFound; RuleRefused `in_use`, also for the default client
 */
export async function deleteClient(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    await lockDefault({ db });
    const { is_default } = await readRecord({ db }, CLIENTS, id);
    if (is_default) throw new RuleRefused('in_use', 'This is the default client; make another the default first.');
    await deleteRecord({ ...ctx, db }, CLIENTS, id);
  });
}

/**
 * Gives a client a new secret, which leaves here once; the old one proves nothing any more.
 * @throws NotFound
 */
export async function rotateClientSecret(ctx: Context, id: number): Promise<ClientRecord> {
  const secret = newSecret();
  const client = await updateRecord(ctx, CLIENTS, id, { client_secret: secret });
  return { ...client, client_secret: secret };
}

/** A prefix, so that leaked ones can be found by machines, and 256 random bits. */
function newSecret(): string {
  return `trc_${randomBytes(32).toString('base64url')}`;
}

/** Whoever makes another client the default waits for whoever is at it, also while there is none to lock. */
async function lockDefault({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('clients.is_default'))`);
}

async function hasDefault({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM clients WHERE is_default`);
  return rows.length > 0;
}

/** Takes the place of the default from whichever client has it, unless that is `id` itself. */
async function takeDefault(ctx: Context, id: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    UPDATE clients SET is_default = false, updated_at = ${ctx.now()} WHERE is_default AND id <> ${id} RETURNING id`);
  const former = rows[0];
  if (former) await noteUpdated(ctx, 'client', { ...former, is_default: true }, { is_default: false });
}
