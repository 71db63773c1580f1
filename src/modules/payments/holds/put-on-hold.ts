import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { Hold, HoldSubject } from './list-holds.ts';
import { readHold } from './list-holds.ts';

/** The parties whose payouts can be held, with the table and the column of `payout_holds`. */
const SUBJECTS: Record<HoldSubject['kind'], { table: SQL; column: SQL }> = {
  store: { table: sql`stores`, column: sql`store_id` },
  user: { table: sql`users`, column: sql`user_id` },
  client: { table: sql`agencies`, column: sql`agency_id` },
};

/**
 * Puts a store, creator or agency on hold: amounts that originate from the store or the creator, and all amounts of the agency,
 * are not payable until the hold is released. Everything is still recorded, closed and invoiced.
 * @throws InvalidInput when the store, creator or agency does not exist; RuleRefused `already_on_hold`
 */
export async function putOnHold(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { subject, reason }: { subject: HoldSubject; reason: string },
): Promise<Hold> {
  const { table, column } = SUBJECTS[subject.kind];
  return ctx.db.transaction(async (tx) => {
    const { rows: found } = await tx.execute(sql`SELECT FROM ${table} WHERE id = ${subject.id}`);
    if (found.length === 0)
      throw new InvalidInput({ [`${subject.kind}_id`]: [`must be the id of a ${subject.kind} that exists`] });
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO payout_holds (${column}, reason, created_by, created_at)
      VALUES (${subject.id}, ${reason}, ${ctx.actor.userId}, ${ctx.now().toISOString()})
      ON CONFLICT DO NOTHING RETURNING id`);
    if (rows[0] === undefined) throw new RuleRefused('already_on_hold', `This ${subject.kind} is on hold already.`);
    await writeAudit(tx, {
      actor: ctx.actor,
      subjectKind: subject.kind,
      subjectId: subject.id,
      action: `${subject.kind}.put_on_hold`,
      details: { hold_id: rows[0].id, reason, before: { on_hold: false }, after: { on_hold: true } },
    });
    return (await readHold(tx, rows[0].id))!;
  });
}

/**
 * Releases a hold. Its amounts are payable again unless another reason holds them.
 * @throws NotFound; RuleRefused `hold_released`
 */
export async function releaseHold(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { holdId, reason }: { holdId: number; reason: string },
): Promise<Hold> {
  return ctx.db.transaction(async (tx) => {
    const hold = await readHold(tx, holdId);
    if (hold === null) throw new NotFound('hold');
    const { rows } = await tx.execute(sql`
      UPDATE payout_holds SET released_by = ${ctx.actor.userId}, released_at = ${ctx.now().toISOString()}, release_reason = ${reason}
      WHERE id = ${holdId} AND released_at IS NULL RETURNING id`);
    if (rows.length === 0) throw new RuleRefused('hold_released', 'This hold has been released already.');
    const { kind, id } = hold.subject;
    await writeAudit(tx, {
      actor: ctx.actor,
      subjectKind: kind,
      subjectId: id,
      action: `${kind}.hold_released`,
      details: { hold_id: holdId, reason, before: { on_hold: true }, after: { on_hold: false } },
    });
    return (await readHold(tx, holdId))!;
  });
}
