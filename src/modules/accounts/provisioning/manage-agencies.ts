import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { AGENCIES, type AgencyRecord } from './agencies.ts';
import { noteUpdated } from './notes.ts';
import { createRecord, deleteRecord, readRecord, updateRecord } from './records.ts';

/**
 * Creates an agency. Its secret is returned only here. The first agency is the default.
 * @throws InvalidInput
 */
export async function createAgency(ctx: Context, input: Static<typeof AGENCIES.creation>): Promise<AgencyRecord> {
  const secret = newSecret();
  return ctx.db.transaction(async (db) => {
    await lockDefault({ db });
    const isDefault = input.is_default === true || !(await hasDefault({ db }));
    if (isDefault) await takeDefault({ ...ctx, db }, 0);
    const fields = { ...input, is_default: isDefault, client_secret: secret };
    const agency = await createRecord({ ...ctx, db }, AGENCIES, fields);
    return { ...agency, client_secret: secret };
  });
}

/**
 * Changes an agency. If it becomes the default, the previous default loses the flag.
 * @throws NotFound; InvalidInput
 */
export async function updateAgency(
  ctx: Context,
  id: number,
  input: Static<typeof AGENCIES.changes>,
): Promise<AgencyRecord> {
  return ctx.db.transaction(async (db) => {
    if (input.is_default === true) {
      await lockDefault({ db });
      await takeDefault({ ...ctx, db }, id);
    }
    return updateRecord({ ...ctx, db }, AGENCIES, id, input);
  });
}

/**
 * Deletes an agency that no record refers to.
 * @throws NotFound; RuleRefused `in_use`, also for the default agency
 */
export async function deleteAgency(ctx: Context, id: number): Promise<void> {
  await ctx.db.transaction(async (db) => {
    await lockDefault({ db });
    const { is_default } = await readRecord({ db }, AGENCIES, id);
    if (is_default)
      throw new RuleRefused('in_use', 'This is the default client. Make another client the default first.');
    await deleteRecord({ ...ctx, db }, AGENCIES, id);
  });
}

/**
 * Replaces an agency's secret. The new one is returned only here; the previous one is no longer valid.
 * @throws NotFound
 */
export async function rotateAgencySecret(ctx: Context, id: number): Promise<AgencyRecord> {
  const secret = newSecret();
  const agency = await updateRecord(ctx, AGENCIES, id, { client_secret: secret });
  return { ...agency, client_secret: secret };
}

/** A prefix by which scanners recognise leaked secrets, and 256 random bits. */
function newSecret(): string {
  return `trc_${randomBytes(32).toString('base64url')}`;
}

/** Serializes changes of the default agency. An advisory lock, because there may be no row to lock. */
export async function lockDefault({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('agencies.is_default'))`);
}

async function hasDefault({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM agencies WHERE is_default`);
  return rows.length > 0;
}

/** Removes the flag from the current default agency, unless that is `id`. */
async function takeDefault(ctx: Context, id: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    UPDATE agencies SET is_default = false, updated_at = ${ctx.now()} WHERE is_default AND id <> ${id} RETURNING id`);
  const former = rows[0];
  if (former) await noteUpdated(ctx, 'client', { ...former, is_default: true }, { is_default: false });
}
