import { type SQL, sql } from 'drizzle-orm';

/** The owner of imported commissions. Owners see only their own imports. */
export interface HistoryOwner {
  kind: 'store' | 'user';
  id: number;
}

/** The SQL condition for the rows of an owner in `imported_commissions`. */
export const ownerIs = ({ kind, id }: HistoryOwner): SQL =>
  kind === 'store' ? sql`store_id = ${id}` : sql`user_id = ${id}`;
