import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import type { DecimalMark } from '../../../platform/read-amount.ts';
import { actedBy, writeAudit } from '../../accounts/index.ts';
import type { CommissionField, Source } from '../table/formats.ts';
import type { MappedTable } from '../table/map-table.ts';
import { COMMISSION_COLUMNS, type CommissionRow, commissionOf } from './list-commissions.ts';
import { type HistoryOwner, ownerIs } from './owner.ts';
import { type Commission, type Reading, readCommission } from './read-commission.ts';

/** The maximum number of imported commissions of an owner. */
export const MAX_COMMISSIONS = 200_000;
export const COMMISSION_OUTCOMES = ['new', 'changed', 'unchanged', 'refused'] as const;

/** The result of a row. */
export interface ImportedRow {
  row: number;
  outcome: (typeof COMMISSION_OUTCOMES)[number];
  commission: Commission | null;
  /** Why the row is refused, and the column. */
  fault: { column: string; message: string } | null;
}

export interface CommissionsToImport {
  owner: HistoryOwner;
  table: MappedTable<CommissionField>;
  /** Currency of rows without one. */
  currency: string | undefined;
  /** Null: that of the platform, otherwise determined from each number. */
  mark: DecimalMark | null;
  /** Whether to compute the result without writing. */
  dry: boolean;
}

/**
 * Stores commissions of another platform as history of a creator or a store. They are stored in a separate table that no
 * calculation of money reads, so they cause no debts.
 * Refused rows do not stop the others. A row with a known id replaces that commission, so repeating an import changes nothing.
 * @throws InvalidInput naming `currency` if neither the file nor the caller names it; RuleRefused `too_many_imported`
 */
export async function importCommissions(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { owner, table, currency, mark, dry }: CommissionsToImport,
): Promise<ImportedRow[]> {
  if (table.columns.currency === undefined && currency === undefined)
    throw new InvalidInput({ currency: ['is required: the file has no column with the currency'] });
  const now = ctx.now();
  const read = readRows(table, { currency, mark: mark ?? table.decimalMark, now });
  return ctx.db.transaction(async (tx) => {
    // Imports of one owner wait for each other, so that the limit is exact.
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${`imported commissions ${owner.kind} ${owner.id}`}, 0))`,
    );
    const commissions = read.flatMap(({ commission }) => commission ?? []);
    const known = await readKnown(tx, owner, table.source, commissions);
    const rows = read.map((row): ImportedRow => {
      if (row.commission === null) return { ...row, outcome: 'refused' };
      const before = known.get(row.commission.externalId);
      if (before === undefined) return { ...row, outcome: 'new' };
      return { ...row, outcome: before === fingerprintOf(row.commission) ? 'unchanged' : 'changed' };
    });
    const added = rows.filter(({ outcome }) => outcome === 'new');
    await refuseTooMany(tx, owner, added.length);
    const changed = rows.filter(({ outcome }) => outcome === 'changed');
    const written = [...added, ...changed].map(({ commission }) => commission!);
    if (dry || written.length === 0) return rows;
    await write(tx, { owner, source: table.source, commissions: written, now });
    await writeAudit(tx, {
      ...actedBy(ctx.actor, { source: table.source, new: added.length, changed: changed.length }),
      action: 'commissions.imported',
      subjectKind: owner.kind,
      subjectId: owner.id,
    });
    return rows;
  });
}

function readRows({ columns, rows }: MappedTable<CommissionField>, reading: Reading): Omit<ImportedRow, 'outcome'>[] {
  const rowOfId = new Map<string, number>();
  return rows.map(({ row, values }) => {
    const { commission, fault } = readCommission(values, reading);
    const refused = (field: CommissionField, message: string) => ({
      row,
      commission: null,
      fault: { column: columns[field] ?? field, message },
    });
    if (commission === null) return refused(fault.field, fault.message);
    const before = rowOfId.get(commission.externalId);
    if (before !== undefined) return refused('id', `is the same as in row ${before}`);
    rowOfId.set(commission.externalId, row);
    return { row, commission, fault: null };
  });
}

/** The fingerprints of the owner's commissions with these ids. */
async function readKnown(
  tx: Database,
  owner: HistoryOwner,
  source: Source,
  commissions: readonly Commission[],
): Promise<Map<string, string>> {
  const ids = commissions.map(({ externalId }) => externalId);
  const { rows } = await tx.execute<CommissionRow>(sql`
    SELECT ${COMMISSION_COLUMNS} FROM imported_commissions
    WHERE ${ownerIs(owner)} AND source = ${source} AND external_id = ANY (${sql.param(ids)}::text[])`);
  return new Map(rows.map((row) => [row.external_id, fingerprintOf(commissionOf(row))]));
}

const fingerprintOf = ({ earnedAt, ...rest }: Commission): string =>
  JSON.stringify([
    earnedAt.getTime(),
    rest.currency,
    rest.commissionMinor,
    rest.saleMinor,
    rest.status,
    rest.orderReference,
    rest.partner,
  ]);

async function refuseTooMany(tx: Database, owner: HistoryOwner, added: number): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM imported_commissions WHERE ${ownerIs(owner)}`,
  );
  if (rows[0]!.count + added > MAX_COMMISSIONS)
    throw new RuleRefused(
      'too_many_imported',
      `At most ${MAX_COMMISSIONS} commissions can be imported; there are ${rows[0]!.count}, and the file has ${added} new ones.`,
    );
}

async function write(
  tx: Database,
  {
    owner,
    source,
    commissions,
    now,
  }: { owner: HistoryOwner; source: Source; commissions: readonly Commission[]; now: Date },
): Promise<void> {
  const list = (values: readonly unknown[], type: SQL) => sql`${sql.param(values)}::${type}[]`;
  const columns = [
    list(
      commissions.map(({ externalId }) => externalId),
      sql`text`,
    ),
    list(
      commissions.map(({ earnedAt }) => earnedAt.toISOString()),
      sql`timestamptz`,
    ),
    list(
      commissions.map((each) => each.currency),
      sql`text`,
    ),
    list(
      commissions.map(({ commissionMinor }) => commissionMinor),
      sql`bigint`,
    ),
    list(
      commissions.map(({ saleMinor }) => saleMinor),
      sql`bigint`,
    ),
    list(
      commissions.map(({ status }) => status),
      sql`text`,
    ),
    list(
      commissions.map(({ orderReference }) => orderReference),
      sql`text`,
    ),
    list(
      commissions.map(({ partner }) => partner),
      sql`text`,
    ),
  ];
  const at = now.toISOString();
  const [storeId, userId] = owner.kind === 'store' ? [owner.id, null] : [null, owner.id];
  await tx.execute(sql`
    INSERT INTO imported_commissions AS c (store_id, user_id, source, external_id, earned_at, currency, commission_minor, sale_minor, status,
      order_reference, partner, imported_at, updated_at)
    SELECT ${storeId}::bigint, ${userId}::bigint, ${source}, x.*, ${at}::timestamptz, ${at}::timestamptz
    FROM unnest(${sql.join(columns, sql`, `)}) AS x
    ON CONFLICT (store_id, user_id, source, external_id) DO UPDATE SET earned_at = excluded.earned_at, currency = excluded.currency,
      commission_minor = excluded.commission_minor, sale_minor = excluded.sale_minor, status = excluded.status,
      order_reference = excluded.order_reference, partner = excluded.partner, updated_at = excluded.updated_at`);
}
