import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';

/** The most kinds of events of a store, with those that are archived. */
export const MAX_EVENT_KINDS = 100;

/** A kind of events that a store pays for, such as leads (docs/orders.md, "Leads and other events"); money in minor units of the store. */
export interface EventKind {
  id: number;
  /** What reports name. It never changes. */
  code: string;
  name: string;
  /** The fixed amount of an event that creator and agency share, without a campaign that sets another. */
  cplMinor: number;
  /** What the store pays for it. */
  costMinor: number;
  /** Whether an administrator has set what the store pays. */
  isCostSet: boolean;
  /** Whether an event may state a value and pays the part of it that orders pay. */
  paysValue: boolean;
  /** Whether reports of pages count, as far as those of orders do. */
  pagesCount: boolean;
  /** How long after a click an event is attributed to it; null: as long as orders. */
  windowDays: number | null;
  /** After how many days an undecided event is approved by itself; null: as orders. */
  approvalDays: number | null;
  /** Events of one customer within these days are paid once; null: each. */
  onceDays: number | null;
  /** The most events that are paid for one month, for one creator and together; null: any number. */
  maxPerCreator: number | null;
  maxPerMonth: number | null;
  archivedAt: Date | null;
}

/** What a store states about a kind; omitted fields are unchanged, or have their default in a new kind. */
export interface EventKindChanges {
  name?: string | undefined;
  cplMinor?: number | undefined;
  /** Only for administrators; null: the price with the store's margin. */
  invoiceCplMinor?: number | null | undefined;
  paysValue?: boolean | undefined;
  pagesCount?: boolean | undefined;
  windowDays?: number | null | undefined;
  approvalDays?: number | null | undefined;
  onceDays?: number | null | undefined;
  maxPerCreator?: number | null | undefined;
  maxPerMonth?: number | null | undefined;
  isArchived?: boolean | undefined;
}

const COLUMNS = sql`k.id, k.code, k.name, p.cpl_minor AS "cplMinor", event_cost(p.id, NULL) AS "costMinor", p.invoice_cpl_minor IS NOT NULL AS "isCostSet",
  k.pays_value AS "paysValue", k.pages_count AS "pagesCount", k.window_days AS "windowDays", k.approval_days AS "approvalDays", k.once_days AS "onceDays",
  k.max_of_creator AS "maxPerCreator", k.max_of_month AS "maxPerMonth", k.archived_at AS "archivedAt"`;

async function readKinds(db: Database, where: SQL): Promise<EventKind[]> {
  const { rows } = await db.execute<EventKind & Record<string, unknown>>(sql`
    SELECT ${COLUMNS} FROM event_kinds k JOIN event_prices p ON p.id = event_price_at(k.id, NULL, 'infinity')
    WHERE ${where} ORDER BY k.archived_at IS NOT NULL, k.id LIMIT ${MAX_EVENT_KINDS}`);
  return rows.map((row) => ({ ...row, archivedAt: row.archivedAt === null ? null : new Date(row.archivedAt) }));
}

/** Reads the kinds of events of a store, archived ones last. */
export const listKinds = ({ db }: Pick<Context, 'db'>, storeId: number): Promise<EventKind[]> =>
  readKinds(db, sql`k.store_id = ${storeId}`);

/** Finds a kind of a store by its code. @param named.withArchived false, unless stated: an archived kind takes no reports @throws InvalidInput naming `kind` */
export async function requireKind(
  db: Database,
  { storeId, code, withArchived = false }: { storeId: number; code: string; withArchived?: boolean },
): Promise<EventKind> {
  const [kind] = await readKinds(
    db,
    sql`k.store_id = ${storeId} AND k.code = ${code} AND (${withArchived} OR k.archived_at IS NULL)`,
  );
  if (kind === undefined) throw new InvalidInput({ kind: ['must be the code of a kind of events of the store'] });
  return kind;
}

/**
 * Creates a kind of events of a store.
 * @param maxApprovalDays the operator's maximum; null: none
 * @throws InvalidInput naming `code`, `approval_days` or `invoice_cpl`; RuleRefused `event_kind_exists`, `too_many_event_kinds`
 */
export async function createKind(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { maxApprovalDays }: { maxApprovalDays: number | null },
  { storeId, code, ...stated }: EventKindChanges & { storeId: number; code: string; name: string; cplMinor: number },
): Promise<EventKind> {
  // Orders are not of a kind, but lists and rules name them so.
  if (code === 'order') throw new InvalidInput({ code: ['has already been taken'] });
  refuseTooLong(stated, maxApprovalDays);
  refuseCost(ctx.actor, stated);
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    if (rowCount !== 1) throw new NotFound('store');
    const count = await tx.execute<{ n: number }>(
      sql`SELECT count(*) AS n FROM event_kinds WHERE store_id = ${storeId}`,
    );
    if (count.rows[0]!.n >= MAX_EVENT_KINDS)
      throw new RuleRefused('too_many_event_kinds', `A store has at most ${MAX_EVENT_KINDS} kinds of events.`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO event_kinds (store_id, code, name, pays_value, pages_count, window_days, approval_days, once_days, max_of_creator, max_of_month,
        created_at, updated_at)
      VALUES (${storeId}, ${code}, ${stated.name}, ${stated.paysValue ?? false}, ${stated.pagesCount ?? false}, ${stated.windowDays ?? null},
        ${stated.approvalDays ?? null}, ${stated.onceDays ?? null}, ${stated.maxPerCreator ?? null}, ${stated.maxPerMonth ?? null}, ${at}, ${at})
      ON CONFLICT (store_id, code) DO NOTHING RETURNING id`);
    const id = rows[0]?.id;
    if (id === undefined)
      throw new RuleRefused('event_kind_exists', 'The store has a kind of events with this code already.');
    await addPrice(tx, {
      kindId: id,
      storeId,
      at,
      cplMinor: stated.cplMinor,
      invoiceCplMinor: stated.invoiceCplMinor ?? null,
    });
    return written(tx, ctx, { id, storeId, action: 'store.event_kind_created' });
  });
}

/**
 * Changes a kind of events. A new price applies to events of later clicks; the other rules to events that are reported from now on.
 * @throws NotFound; InvalidInput naming `approval_days` or `invoice_cpl`; RuleRefused `price_set` if an administrator has set what the store pays
 */
export async function changeKind(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { maxApprovalDays }: { maxApprovalDays: number | null },
  { id, storeId, ...stated }: EventKindChanges & { id: number; storeId: number },
): Promise<EventKind> {
  refuseTooLong(stated, maxApprovalDays);
  refuseCost(ctx.actor, stated);
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`SELECT FROM event_kinds WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`,
    );
    if (rowCount !== 1) throw new NotFound('event_kind');
    const before = (await readKinds(tx, sql`k.id = ${id}`))[0]!;
    const after = { ...before, ...given(stated) };
    const isArchived = stated.isArchived ?? before.archivedAt !== null;
    await tx.execute(sql`
      UPDATE event_kinds SET name = ${after.name}, pays_value = ${after.paysValue}, pages_count = ${after.pagesCount}, window_days = ${after.windowDays},
        approval_days = ${after.approvalDays}, once_days = ${after.onceDays}, max_of_creator = ${after.maxPerCreator}, max_of_month = ${after.maxPerMonth},
        archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, ${at}::timestamptz) END, updated_at = ${at} WHERE id = ${id}`);
    if (after.cplMinor !== before.cplMinor || stated.invoiceCplMinor !== undefined) {
      if (before.isCostSet && !ctx.actor.isAdmin)
        throw new RuleRefused('price_set', 'An administrator has set this price and what the store pays for it.');
      const invoiceCplMinor = stated.invoiceCplMinor ?? null;
      await addPrice(tx, { kindId: id, storeId, at, cplMinor: after.cplMinor, invoiceCplMinor });
    }
    return written(tx, ctx, { id, storeId, action: 'store.event_kind_changed' });
  });
}

/** The values that are given. */
const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };

function refuseTooLong({ approvalDays }: EventKindChanges, max: number | null): void {
  if (max !== null && (approvalDays ?? 0) > max) throw new InvalidInput({ approval_days: [`must be at most ${max}`] });
}

/** @throws InvalidInput naming `invoice_cpl` */
function refuseCost({ isAdmin }: Context['actor'], { cplMinor, invoiceCplMinor }: EventKindChanges): void {
  if (invoiceCplMinor === undefined) return;
  if (!isAdmin) throw new InvalidInput({ invoice_cpl: ['may be set only by an administrator'] });
  if (invoiceCplMinor !== null && cplMinor === undefined)
    throw new InvalidInput({ invoice_cpl: ['must be given together with `cpl`'] });
  if (invoiceCplMinor !== null && invoiceCplMinor < cplMinor!)
    throw new InvalidInput({ invoice_cpl: ['must not be less than `cpl`'] });
}

/** Adds a version of the store's price of a kind. */
async function addPrice(
  tx: Database,
  price: {
    kindId: number;
    storeId: number;
    cplMinor: number;
    invoiceCplMinor: number | null;
    at: string;
  },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO event_prices (event_kind_id, store_id, cpl_minor, invoice_cpl_minor, valid_from)
    VALUES (${price.kindId}, ${price.storeId}, ${price.cplMinor}, ${price.invoiceCplMinor}, ${price.at})`);
}

async function written(
  tx: Database,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { id, storeId, action }: { id: number; storeId: number; action: string },
): Promise<EventKind> {
  const kind = (await readKinds(tx, sql`k.id = ${id}`))[0]!;
  await writeAudit(tx, {
    actor,
    action,
    subjectKind: 'store',
    subjectId: storeId,
    details: {
      code: kind.code,
      cpl_minor: kind.cplMinor,
      invoice_cpl_minor: kind.costMinor,
      window_days: kind.windowDays,
      approval_days: kind.approvalDays,
      once_days: kind.onceDays,
      max_per_creator: kind.maxPerCreator,
      max_per_month: kind.maxPerMonth,
      archived: kind.archivedAt !== null,
    },
  });
  await keepPromisedTerms({ db: tx, actor, now }, { storeId });
  return kind;
}
