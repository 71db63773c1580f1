import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms, linkableBy } from '../../stores/index.ts';

/** The most steps of a programme, versions of it, and months of one step. */
export const MAX_STEPS = 10;
export const MAX_VERSIONS = 200;
export const MAX_MONTHS = 120;

/** The rate of repeated orders for some months. The names are those of the stored JSON. */
export interface Step {
  /** Null: without an end. Only the last step. */
  months: number | null;
  /** The part of the value that creator and agency share, in millionths. */
  cpa_ppm: number;
  /** The margin with which the store is billed at least, in millionths; set when the programme is stored. */
  margin_ppm: number;
}

/** A version of what a store pays for repeated orders of customers whom creators have won. */
export interface Programme {
  id: number;
  version: number;
  /** Empty: customers are not bound. */
  steps: readonly Step[];
  /** Whether the first order of a customer has the rate of the first step; false: it has that of its terms. */
  paysFirst: boolean;
  createdAt: Date;
}

export const PROGRAMME_ERRORS = ['too_many_versions'] as const;

type Row = { id: number; version: number; steps: Step[]; pays_first: boolean; created_at: string };

/** Reads the versions of the programme of a store, newest first. */
export async function readProgrammes(db: Database, storeId: number): Promise<Programme[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT id, version, steps, pays_first, created_at FROM customer_programmes WHERE store_id = ${storeId}
    ORDER BY version DESC LIMIT ${MAX_VERSIONS}`);
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    steps: row.steps,
    paysFirst: row.pays_first,
    createdAt: new Date(row.created_at),
  }));
}

/** Refuses a creator who cannot create links to a store. @throws NotFound */
export async function requireLinkable(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, userId }: { storeId: number; userId: number },
): Promise<void> {
  const { rows } = await db.execute(sql`SELECT FROM stores s WHERE s.id = ${storeId} AND ${linkableBy(userId, now())}`);
  if (rows.length === 0) throw new NotFound('store');
}

/** A query of the version `p` that was in force at an instant, if it binds customers. @param at a timestamptz */
export const programmeAt = ({ storeId, at }: { storeId: SQL; at: SQL }): SQL => sql`
  SELECT p.* FROM (SELECT * FROM customer_programmes WHERE store_id = ${storeId} AND created_at <= ${at} ORDER BY version DESC LIMIT 1) p
  WHERE p.steps <> '[]'`;

/**
 * Sets the programme of a store as a new version. It governs the customers who are won from then on; those who are bound keep their version. The same programme
 * changes nothing.
 * @param steps without a margin; an empty list ends the programme
 * @throws NotFound; InvalidInput naming a step; RuleRefused with a code of PROGRAMME_ERRORS
 */
export async function setProgramme(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { storeId, steps, paysFirst }: { storeId: number; steps: readonly Omit<Step, 'margin_ppm'>[]; paysFirst: boolean },
): Promise<void> {
  refuseInvalidSteps(steps);
  await ctx.db.transaction(async (tx) => {
    await lockProgramme(tx, storeId);
    const [latest] = await readProgrammes(tx, storeId);
    const isSame =
      paysFirst === (latest?.paysFirst ?? false) &&
      JSON.stringify(steps) === JSON.stringify(withoutMargins(latest?.steps ?? []));
    if (isSame || (steps.length === 0 && (latest?.steps ?? []).length === 0)) return;
    const version = (latest?.version ?? 0) + 1;
    if (version > MAX_VERSIONS)
      throw new RuleRefused('too_many_versions', `The programme of a store can be changed ${MAX_VERSIONS} times.`);
    const marginPpm = await readMargin(tx, storeId);
    const stored = steps.map((step) => ({ ...step, margin_ppm: marginPpm }));
    await tx.execute(sql`
      INSERT INTO customer_programmes (store_id, version, steps, months, pays_first, created_by, created_at)
      VALUES (${storeId}, ${version}, ${JSON.stringify(stored)}::jsonb, ${monthsOf(steps)}, ${paysFirst}, ${ctx.actor.userId}, ${ctx.now().toISOString()})`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.customer_programme_changed',
      subjectKind: 'store',
      subjectId: storeId,
      details: {
        version,
        pays_first_order: paysFirst,
        steps: steps.map(({ months, cpa_ppm: ppm }) => `${months ?? '∞'}: ${ppm / 10_000} %`).join(', '),
      },
    });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

/** Locks the programme of a store against other changes. @throws NotFound */
export async function lockProgramme(tx: Database, storeId: number): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`SELECT FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  if (rowCount !== 1) throw new NotFound('store');
}

/** Steps as a store sets them. */
const withoutMargins = (steps: readonly Step[]): Omit<Step, 'margin_ppm'>[] =>
  steps.map(({ months, cpa_ppm }) => ({ months, cpa_ppm }));

function refuseInvalidSteps(steps: readonly Omit<Step, 'margin_ppm'>[]): void {
  const endless = steps.findIndex(({ months }) => months === null);
  if (endless !== -1 && endless < steps.length - 1)
    throw new InvalidInput({ [`steps.${endless}.months`]: ['is required, except in the last step'] });
}

/** The months of all steps together; null: without an end, or without steps. */
function monthsOf(steps: readonly Pick<Step, 'months'>[]): number | null {
  if (steps.length === 0 || steps.some(({ months }) => months === null)) return null;
  return steps.reduce((sum, { months }) => sum + months!, 0);
}

/** The least margin of the store's own prices for orders, in millionths, with which a price that the store sets is charged. */
async function readMargin(tx: Database, storeId: number): Promise<number> {
  const { rows } = await tx.execute<{ margin_ppm: number }>(
    sql`SELECT coalesce(min((m.store_cpa * 1000000)::int), 0) AS margin_ppm FROM price_margins(${storeId}, NULL) m`,
  );
  return rows[0]!.margin_ppm;
}

/** The month of a binding in which an order was placed, counted from 1, and its step; the step is null after the last one. */
export function stepAt(
  steps: readonly Step[],
  { since, at }: { since: Date; at: Date },
): { month: number; step: Step | null } {
  const month = monthsBetween(since, at) + 1;
  let until = 0;
  for (const step of steps) {
    until += step.months ?? Number.POSITIVE_INFINITY;
    if (month <= until) return { month, step };
  }
  return { month, step: null };
}

/** The whole months between two instants, in UTC. A month ends on the same day of the next one, or on its last day if it has fewer. */
function monthsBetween(since: Date, at: Date): number {
  const months = (at.getUTCFullYear() - since.getUTCFullYear()) * 12 + at.getUTCMonth() - since.getUTCMonth();
  return addMonths(since, months).getTime() > at.getTime() ? months - 1 : months;
}

function addMonths(since: Date, months: number): Date {
  const [year, month] = [since.getUTCFullYear(), since.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeMs = since.getTime() % 86_400_000;
  return new Date(Date.UTC(year, month, Math.min(since.getUTCDate(), lastDay)) + timeMs);
}
