import { type SQL, sql } from 'drizzle-orm';

/** Whose history imported commissions are. Each owner sees their own only: nobody's import appears on the pages of another. */
export interface HistoryOwner {
  kind: 'store' | 'user';
  id: number;
}

/** The SQL condition for the rows of an owner in `imported_commissions`. */
export const ownerIs = ({ kind, id }: HistoryOwner): SQL =>
  kind === 'store' ? sql`store_id = ${id}` : sql`user_id = ${id}`;
