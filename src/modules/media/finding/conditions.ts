import { type SQL, sql } from 'drizzle-orm';

/** A store or an agency that searches, and to which lists and notes belong. */
export interface Searcher {
  kind: 'store' | 'agency';
  id: number;
}

/** Condition over a table of lists or notes: the row belongs to the searcher. @param alias of the table */
export const belongsTo = (alias: string, { kind, id }: Searcher): SQL => sql`${sql.raw(`${alias}.${kind}_id`)} = ${id}`;

/** The values of `store_id` and `agency_id` of a row that belongs to the searcher. */
export const ownerColumns = ({ kind, id }: Searcher): SQL =>
  kind === 'store' ? sql`${id}::bigint, NULL::bigint` : sql`NULL::bigint, ${id}::bigint`;

/**
 * The creators who have worked with a store: with clicks or orders there in the last 90 days, or who take or took part in one of its campaigns; those who
 * belong to an agency. A query with one column, for `IN`.
 */
export const workedWith = ({ kind, id }: Searcher): SQL =>
  kind === 'agency'
    ? sql`(SELECT u.id FROM users u WHERE u.agency_id = ${id})`
    : sql`(
  SELECT r.user_id FROM creator_results r WHERE r.store_id = ${id}
  UNION SELECT p.user_id FROM participants p JOIN campaigns o ON o.id = p.campaign_id
    WHERE o.store_id = ${id} AND p.user_id IS NOT NULL AND takes_part(p.status))`;

/** Condition over `listed_creators l`: the creator is one of `workedWith`. */
export const hasWorkedWith = ({ kind, id }: Searcher): SQL =>
  kind === 'agency'
    ? sql`coalesce(l.agency_id = ${id}, false)`
    : sql`(
  EXISTS (SELECT FROM creator_results r WHERE r.user_id = l.user_id AND r.store_id = ${id})
  OR EXISTS (SELECT FROM participants p JOIN campaigns o ON o.id = p.campaign_id
    WHERE p.user_id = l.user_id AND o.store_id = ${id} AND takes_part(p.status)))`;

/**
 * Condition over `listed_creators l`: the searcher may find the creator, who has chosen to be found by stores, or by agencies. A store finds nobody whom it
 * has blocked, also by agency or tag. Every statement that shows, counts or names a found creator has it.
 * @param searcher null: an administrator, who finds those whom stores find
 */
export function isFoundBy(searcher: Searcher | null): SQL {
  if (searcher === null) return sql`l.for_stores`;
  if (searcher.kind === 'agency') return sql`l.for_agencies`;
  const { id } = searcher;
  return sql`
  l.for_stores AND l.user_id NOT IN (SELECT b.user_id FROM blocklist b WHERE b.store_id = ${id} AND b.user_id IS NOT NULL)
  AND (l.agency_id IS NULL OR l.agency_id NOT IN (SELECT b.agency_id FROM blocklist b WHERE b.store_id = ${id} AND b.agency_id IS NOT NULL))
  AND l.user_id NOT IN (SELECT m.user_id FROM blocklist b JOIN user_tag_members m ON m.user_tag_id = b.user_tag_id WHERE b.store_id = ${id})`;
}
