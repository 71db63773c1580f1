import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdClosing, isInClosedMonth } from '../period-routes/closed-months.ts';

/** The payer of a creator: 0 the platform by bank, 1 the platform's payment provider, 2 the creator's agency itself. */
export type PaymentSystem = 0 | 1 | 2;

/** The subject: a creator, or all creators of an agency who have no system of their own. */
export interface Payee {
  agencyId: number | null;
  userId: number | null;
}

/** The payment system on a day, and the setting that defines it. */
export interface PaymentSystemFacts extends Payee {
  day: string;
  system: PaymentSystem;
  /** `client_setting`: the agency's own payment system, as administrators set it up. */
  source: 'user' | 'client' | 'client_setting' | 'default';
  /** The first day, `YYYY-MM-DD`; null without a setting. */
  since: string | null;
  /** Whether the day is in a closed month. */
  isLocked: boolean;
}

type Row = {
  agency_id: number | null;
  system: PaymentSystem;
  user_since: string | null;
  agency_since: string | null;
  own_system: boolean | null;
};

/**
 * Reads who pays a creator, or an agency's creators, on a day. Without either, it reads the default. The agency of a creator is
 * the creator's own, unless another is named.
 * @throws InvalidInput naming `user_id` or `client_id` when the user or agency does not exist
 */
export async function readPaymentSystem(
  { db }: Pick<Context, 'db'>,
  { day, ...payee }: Payee & { day: string },
): Promise<PaymentSystemFacts> {
  await requirePayee(db, payee);
  const since = (column: 'user_id' | 'agency_id', id: number | null) => sql`
    (SELECT max(from_date) FROM payment_system_configs WHERE ${sql.identifier(column)} = ${id}::bigint AND from_date <= ${day})`;
  const ownAgency = sql`(SELECT agency_id FROM users WHERE id = ${payee.userId}::bigint)`;
  const { rows } = await db.execute<Row>(sql`
    SELECT c.id AS agency_id, payment_system_of(${payee.userId}::bigint, c.id, ${day}) AS system, ${since('user_id', payee.userId)} AS user_since,
      (SELECT max(from_date) FROM payment_system_configs WHERE agency_id = c.id AND from_date <= ${day}) AS agency_since,
      (SELECT own_payment_system FROM agencies WHERE id = c.id) AS own_system
    FROM (SELECT coalesce(${payee.agencyId}::bigint, ${ownAgency}) AS id) c`);
  const row = rows[0]!;
  const isLocked = await isInClosedMonth(db, day);
  return { day, userId: payee.userId, agencyId: row.agency_id, system: row.system, ...sourceOf(row), isLocked };
}

/** In the order of `payment_system_of`. */
function sourceOf({ user_since: user, agency_since: agency, own_system: own }: Row) {
  if (user !== null) return { source: 'user', since: user } as const;
  if (agency !== null) return { source: 'client', since: agency } as const;
  return { source: own ? 'client_setting' : 'default', since: null } as const;
}

/**
 * Sets who pays from a day on, until the next setting. A second setting for the same day replaces the first. Bookings are
 * unchanged.
 * @param payee a creator or an agency, or a creator with their own agency: the setting is then the creator's
 * @throws InvalidInput for an unknown payee, a creator of another agency, or a creator without an agency that could pay;
 *   RuleRefused `period_locked` when the day lies in a closed month and the lock is not to be ignored
 */
export async function setPaymentSystem(
  ctx: Context,
  { day, system, ignoreLock, ...named }: Payee & { day: string; system: PaymentSystem; ignoreLock: boolean },
): Promise<PaymentSystemFacts> {
  return ctx.db.transaction(async (tx) => {
    await requirePayee(tx, named, system);
    const payee = named.userId === null ? named : { ...named, agencyId: null };
    await holdClosing(tx);
    const isLocked = await isInClosedMonth(tx, day);
    if (isLocked && !ignoreLock)
      throw new RuleRefused('period_locked', `The month ${day.slice(0, 7)} or a later one is closed.`);
    const { rowCount } = await tx.execute(sql`
      INSERT INTO payment_system_configs AS c (from_date, agency_id, user_id, system, ignored_lock, created_by, created_at)
      VALUES (${day}, ${payee.agencyId}, ${payee.userId}, ${system}, ${isLocked}, ${ctx.actor.userId}, ${ctx.now().toISOString()})
      ON CONFLICT (from_date, agency_id, user_id) DO UPDATE SET system = excluded.system, ignored_lock = excluded.ignored_lock,
        created_by = excluded.created_by, created_at = excluded.created_at WHERE c.system <> excluded.system`);
    if (rowCount === 1) await insertSystem(tx, ctx.actor.userId, payee, { from: day, system, ignored_lock: isLocked });
    return readPaymentSystem({ db: tx }, { ...payee, day });
  });
}

async function insertSystem(
  tx: Database,
  actorId: number,
  { agencyId, userId }: Payee,
  details: Record<string, unknown>,
): Promise<void> {
  const subject =
    agencyId === null ? { subjectKind: 'user', subjectId: userId } : { subjectKind: 'client', subjectId: agencyId };
  await writeAudit(tx, { actorId, action: 'payment_system.set', ...subject, details });
}

/**
 * @param said the new setting, which requires the creator's own agency, and one that can pay; absent for a query, in which
 *   another agency is not an error
 */
async function requirePayee(db: Database, { agencyId, userId }: Payee, said?: PaymentSystem): Promise<void> {
  const { rows } = await db.execute<{ has_user: boolean; has_agency: boolean; user_agency: number | null }>(sql`
    SELECT EXISTS (SELECT FROM users WHERE id = ${userId}::bigint) AS has_user, EXISTS (SELECT FROM agencies WHERE id = ${agencyId}::bigint) AS has_agency,
      (SELECT agency_id FROM users WHERE id = ${userId}::bigint) AS user_agency`);
  const { has_user, has_agency, user_agency } = rows[0]!;
  const errors: Record<string, string[]> = {};
  if (userId !== null && !has_user) errors.user_id = ['must be the id of a user that exists'];
  else if (userId !== null && user_agency === null && said === 2)
    errors.system = ['must be 0 or 1 for a user without a client, which would have to pay'];
  if (agencyId !== null && !has_agency) errors.client_id = ['must be the id of a client that exists'];
  else if (said !== undefined && has_user && agencyId !== null && agencyId !== user_agency)
    errors.client_id = ['must be the client of that user, or left out'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}
