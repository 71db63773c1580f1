import { type SQL, sql } from 'drizzle-orm';
import { type Relationship, relationshipOf } from './relationship.ts';

/** The facts about a user and a store, as `relationshipColumns` reads them. */
export type RelationshipRow = { is_member: boolean; has_link: boolean; has_own_terms: boolean; statuses: string[] };

/** Columns over `users u`: the facts that determine the relationship to the store. */
export function relationshipColumns(storeId: number): SQL {
  return sql`
    EXISTS (SELECT FROM store_members m WHERE m.user_id = u.id AND m.store_id = ${storeId}) AS is_member,
    EXISTS (SELECT FROM links l WHERE l.user_id = u.id AND l.store_id = ${storeId}) AS has_link,
    EXISTS (SELECT FROM campaigns o WHERE o.only_user_id = u.id AND o.store_id = ${storeId}) AS has_own_terms,
    ARRAY (SELECT DISTINCT p.status FROM participants p JOIN campaigns o ON o.id = p.campaign_id
      WHERE p.user_id = u.id AND o.store_id = ${storeId}) AS statuses`;
}

/** The relationship of a user with the store, from the columns of `relationshipColumns`. */
export function relationshipOfRow({ is_member, has_link, has_own_terms, statuses }: RelationshipRow): Relationship {
  return relationshipOf({ isMember: is_member, hasLink: has_link, hasOwnTerms: has_own_terms, statuses });
}
