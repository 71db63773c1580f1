import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { fromDecimalString, InvalidMoney } from '../../../platform/money.ts';
import { writeAudit } from '../../accounts/index.ts';

/** The smallest amount that is paid out in a currency. */
export interface Minimum {
  currency: string;
  /** Null: the minimum of all agencies and creators without a specific one. */
  agencyId: number | null;
  minimumMinor: number;
}

/** Maximum number of listed minimums. */
const MAX_MINIMUMS = 10_000;

/** Lists the minimum payouts that administrators have set; the minimums of markets are in `payment_limit`. */
export async function listMinimums({ db }: Pick<Context, 'db'>): Promise<Minimum[]> {
  const { rows } = await db.execute<Minimum & Record<string, unknown>>(sql`
    SELECT currency, agency_id AS "agencyId", minimum_minor AS "minimumMinor" FROM payout_minimums
    ORDER BY currency, agency_id NULLS FIRST LIMIT ${MAX_MINIMUMS}`);
  return rows;
}

/**
 * The minimum payout in each currency of the markets, for a creator without an agency that has another one. Zero: everything is paid out.
 */
export async function readUsualMinimums({ db }: Pick<Context, 'db'>): Promise<{ currency: string; minor: number }[]> {
  const { rows } = await db.execute<{ currency: string; minor: number }>(sql`
    SELECT g.currency, coalesce(nullif(min(g.payment_limit_minor), 0), min(m.minimum_minor), 0) AS minor
    FROM store_groups g LEFT JOIN payout_minimums m ON m.currency = g.currency AND m.agency_id IS NULL
    GROUP BY g.currency ORDER BY count(*) DESC, g.currency LIMIT 3`);
  return rows.map(({ currency, minor }) => ({ currency, minor: Number(minor) }));
}

/** Reads the minimum payouts, which nobody else changes until the caller's transaction has ended. */
export async function lockMinimums(ctx: Pick<Context, 'db'>): Promise<Minimum[]> {
  await ctx.db.execute(sql`LOCK TABLE payout_minimums IN SHARE ROW EXCLUSIVE MODE`);
  return listMinimums(ctx);
}

/**
 * Sets the minimum payout in a currency, for an agency and its creators or for all.
 * @throws InvalidInput for an unknown agency or an amount that the currency does not have
 */
export async function setMinimum(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { agencyId, minimum }: { agencyId: number | null; minimum: { amount: string; currency: string } },
): Promise<Minimum[]> {
  const minimumMinor = minorOf(minimum);
  return ctx.db.transaction(async (tx) => {
    if (agencyId !== null) {
      const { rows } = await tx.execute(sql`SELECT FROM agencies WHERE id = ${agencyId}`);
      if (rows.length === 0) throw new InvalidInput({ client_id: ['must be the id of a client that exists'] });
    }
    await tx.execute(sql`
      INSERT INTO payout_minimums (currency, agency_id, minimum_minor, updated_by, updated_at)
      VALUES (${minimum.currency}, ${agencyId}, ${minimumMinor}, ${ctx.actor.userId}, ${ctx.now().toISOString()})
      ON CONFLICT (currency, agency_id) DO UPDATE SET minimum_minor = excluded.minimum_minor, updated_by = excluded.updated_by,
        updated_at = excluded.updated_at`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'payout_minimum.set',
      ...(agencyId === null
        ? { subjectKind: 'platform', subjectId: null }
        : { subjectKind: 'client', subjectId: agencyId }),
      details: { currency: minimum.currency, minimum_minor: minimumMinor },
    });
    return listMinimums({ db: tx });
  });
}

function minorOf({ amount, currency }: { amount: string; currency: string }): number {
  try {
    return fromDecimalString(amount, currency);
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    throw new InvalidInput({ 'minimum.amount': [error.message] });
  }
}
