import { sql } from 'drizzle-orm';
import { addDays, type Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { userAccess, writeAudit } from '../../accounts/index.ts';
import { belongsToStore } from '../../clicks/index.ts';
import { type RelationshipRow, refuseToPromise, relationshipColumns, relationshipOfRow } from '../../stores/index.ts';
import { holdClosing, isInClosedMonth } from '../period-routes/closed-months.ts';

/** A payment of a store to a creator in addition to clicks and orders. */
export interface OneTimePayment {
  id: number;
  storeId: number;
  userId: number;
  /** Minor units of the store's currency. */
  userMinor: number;
  /** `YYYY-MM-DD` */
  paymentDate: string;
  comment: string;
  createdAt: Date;
}

/** The maximum distance of a payment's date from today, in days. */
const FURTHEST_DAYS = 366;

/**
 * Records a one-time payment of a store to a creator. It is owed from its date, and invoiced and stated when that month is
 * closed.
 * @param payment `userMinor` in minor units of `store.currency`
 * @throws NotFound for a user that the store cannot know of; InvalidInput for a date more than a year away; RuleRefused
 *   `period_closed` for a date in a closed month, `own_store` for a user who belongs to the store, or a code of PROMISE_REFUSALS
 */
export async function payOnce(
  ctx: Context,
  { calendar }: { calendar: Calendar },
  {
    store,
    ...payment
  }: { store: { id: number; currency: string } } & Pick<
    OneTimePayment,
    'userId' | 'userMinor' | 'paymentDate' | 'comment'
  >,
): Promise<OneTimePayment> {
  const { userId, userMinor, paymentDate, comment } = payment;
  const createdAt = ctx.now();
  const today = calendar.dayOf(createdAt.getTime());
  if (paymentDate < addDays(today, -FURTHEST_DAYS) || paymentDate > addDays(today, FURTHEST_DAYS))
    throw new InvalidInput({ payment_date: ['must be within a year of today'] });
  await requireKnownUser(ctx, store.id, userId);
  return ctx.db.transaction(async (tx) => {
    await holdClosing(tx);
    if (await isInClosedMonth(tx, paymentDate))
      throw new RuleRefused('period_closed', `The month ${paymentDate.slice(0, 7)} is closed.`);
    if (await belongsToStore(tx, { storeId: store.id, userId }))
      throw new RuleRefused('own_store', 'The creator belongs to the store and cannot earn from it.');
    await refuseToPromise(tx, { storeId: store.id, minor: userMinor });
    const id = await insert(tx, { ...payment, store, actorId: ctx.actor.userId, at: createdAt });
    const details = { user_id: userId, user_minor: userMinor, currency: store.currency, payment_date: paymentDate };
    const entry = { actor: ctx.actor, subjectKind: 'store', subjectId: store.id };
    await writeAudit(tx, { ...entry, action: 'store.one_time_payment', details: { ...details, payment_id: id } });
    return { id, storeId: store.id, userId, userMinor, paymentDate, comment, createdAt };
  });
}

/**
 * The rule of the dashboard: a store sees the users with a relationship to it, and a caller sees the users that the caller may
 * act for.
 */
async function requireKnownUser({ db, actor }: Context, storeId: number, userId: number): Promise<void> {
  const { rows } = await db.execute<RelationshipRow & { agency_id: number | null }>(
    sql`SELECT u.agency_id, ${relationshipColumns(storeId)} FROM users u WHERE u.id = ${userId} AND u.erased_at IS NULL`,
  );
  const user = rows[0];
  if (user === undefined) throw new NotFound('user');
  const mayAct = userAccess(actor, { id: userId, agencyId: user.agency_id }) === 'allow';
  if (!mayAct && relationshipOfRow(user) === 'none') throw new NotFound('user');
}

async function insert(
  tx: Database,
  row: { store: { id: number; currency: string }; actorId: number; at: Date } & Pick<
    OneTimePayment,
    'userId' | 'userMinor' | 'paymentDate' | 'comment'
  >,
): Promise<number> {
  const at = row.at.toISOString();
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO one_time_payments (store_id, user_id, agency_id, user_minor, currency, payment_date, comment, created_by, created_at, updated_at)
    VALUES (${row.store.id}, ${row.userId}, (SELECT agency_id FROM users WHERE id = ${row.userId}), ${row.userMinor}, ${row.store.currency}, ${row.paymentDate}, ${row.comment}, ${row.actorId}, ${at}, ${at})
    RETURNING id`);
  return rows[0]!.id;
}
