import { moneyObject } from '../../platform/money.ts';
import { trackedUrl } from '../links/index.ts';
import { COMMISSION_OUTCOMES, type ImportedRow } from './commissions/import-commissions.ts';
import type { StoredCommission } from './commissions/list-commissions.ts';
import type { Commission } from './commissions/read-commission.ts';
import { type ImportedLink, LINK_OUTCOMES } from './links/import-creator-links.ts';
import type { MappedTable } from './table/map-table.ts';

/** The fields that the replies of all imports have in common. */
function summary<Field extends string, Outcome extends string>(
  { source, columns }: MappedTable<Field>,
  { dry, rows, outcomes }: { dry: boolean; rows: readonly { outcome: Outcome }[]; outcomes: readonly Outcome[] },
) {
  const found = Object.entries(columns) as [Field, string][];
  const counts = outcomes.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length] as const);
  return {
    source,
    dry,
    columns: found.map(([field, column]) => ({ field, column })),
    counts: Object.fromEntries(counts) as Record<Outcome, number>,
  };
}

export function presentLinkImport<Field extends string>(
  publicUrl: string,
  { table, rows, dry }: { table: MappedTable<Field>; rows: readonly ImportedLink[]; dry: boolean },
) {
  return {
    ...summary(table, { dry, rows, outcomes: LINK_OUTCOMES }),
    rows: rows.map(({ row, outcome, written, page, code, title, store, fault }) => ({
      row,
      outcome,
      written,
      original_url: page,
      title,
      advertiser: store,
      error: fault,
      url: code === null ? null : trackedUrl(publicUrl, code),
    })),
  };
}

export function presentCommissionImport<Field extends string>({
  table,
  rows,
  dry,
}: {
  table: MappedTable<Field>;
  rows: readonly ImportedRow[];
  dry: boolean;
}) {
  return {
    ...summary(table, { dry, rows, outcomes: COMMISSION_OUTCOMES }),
    rows: rows.map(({ row, outcome, commission, fault }) => ({
      row,
      outcome,
      imported: commission === null ? null : presentCommission(commission),
      error: fault,
    })),
  };
}

export const presentStored = ({ id, source, importedAt, ...commission }: StoredCommission) => ({
  id,
  source,
  ...presentCommission(commission),
  imported_at: importedAt.toISOString(),
});

const presentCommission = ({ currency, commissionMinor, saleMinor, ...rest }: Commission) => ({
  external_id: rest.externalId,
  earned_at: rest.earnedAt.toISOString(),
  commission: moneyObject({ minor: commissionMinor, currency }),
  sale: saleMinor === null ? null : moneyObject({ minor: saleMinor, currency }),
  status: rest.status,
  order_reference: rest.orderReference,
  partner: rest.partner,
});
