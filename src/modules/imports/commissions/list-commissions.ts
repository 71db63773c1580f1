import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { Source } from '../table/formats.ts';
import { type HistoryOwner, ownerIs } from './owner.ts';
import type { Commission } from './read-commission.ts';

/** An imported commission. */
export interface StoredCommission extends Commission {
  id: number;
  source: Source;
  importedAt: Date;
}

/** A commission as stored. */
export type CommissionRow = {
  external_id: string;
  earned_at: string;
  currency: string;
  commission_minor: number;
  sale_minor: number | null;
  status: Commission['status'];
  order_reference: string | null;
  partner: string | null;
};

/** The columns of `CommissionRow`. */
export const COMMISSION_COLUMNS = sql`external_id, earned_at, currency, commission_minor, sale_minor, status, order_reference, partner`;

type Row = CommissionRow & { id: number; source: Source; imported_at: string };

/** Lists the imported commissions of an owner, the latest first. */
export async function listCommissions(
  { db }: Pick<Context, 'db'>,
  owner: HistoryOwner,
  { source, page }: { source: Source | undefined; page: PageRequest },
): Promise<Page<StoredCommission>> {
  const found = await readPage<Row>(
    db,
    {
      columns: sql`id, source, imported_at, ${COMMISSION_COLUMNS}`,
      from: sql`imported_commissions WHERE ${ownerIs(owner)} AND ${source === undefined ? sql`true` : sql`source = ${source}`}`,
      order: sql`earned_at DESC, id DESC`,
    },
    page,
  );
  return { ...found, items: found.items.map(storedOf) };
}

const storedOf = (row: Row): StoredCommission => ({
  id: row.id,
  source: row.source,
  importedAt: new Date(row.imported_at),
  ...commissionOf(row),
});

/** The commission of a stored row. */
export const commissionOf = (row: CommissionRow): Commission => ({
  externalId: row.external_id,
  earnedAt: new Date(row.earned_at),
  currency: row.currency,
  commissionMinor: row.commission_minor,
  saleMinor: row.sale_minor,
  status: row.status,
  orderReference: row.order_reference,
  partner: row.partner,
});
