import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { socialIdentifierOf } from '../../accounts/index.ts';
import type { Targets } from '../campaign/targets.ts';

/** A target of a campaign. Exactly one field beside the id is not null. */
export interface Target {
  id: number;
  userId: number | null;
  userTagId: number | null;
  storeGroupId: number | null;
  agencyId: number | null;
  revenueTierId: number | null;
  email: string | null;
  socialIdentifier: string | null;
}

/** A target as stored. */
export type TargetRow = {
  id: number;
  user_id: number | null;
  user_tag_id: number | null;
  store_group_id: number | null;
  agency_id: number | null;
  revenue_tier_id: number | null;
  email: string | null;
  social_identifier: string | null;
};

const COLUMNS = sql`t.id, t.user_id, t.user_tag_id, t.store_group_id, t.agency_id, t.revenue_tier_id, t.email, t.social_identifier`;

/** Lists a campaign's targets, oldest first. */
export async function listTargets(
  { db }: Pick<Context, 'db'>,
  campaignId: number,
  page: PageRequest,
): Promise<Page<Target>> {
  const from = sql`campaign_targets t WHERE t.campaign_id = ${campaignId}`;
  const { items, total } = await readPage<TargetRow>(db, { columns: COLUMNS, from, order: sql`t.id` }, page);
  return { items: items.map(target), total };
}

/** Reads a target of a campaign by id; null when there is none. */
export async function findTarget({ db }: Pick<Context, 'db'>, campaignId: number, id: number): Promise<Target | null> {
  const [found] = await read(db, sql`t.campaign_id = ${campaignId} AND t.id = ${id}`);
  return found ?? null;
}

/** Reads the targets of a campaign with these ids, by id. */
export function readNamedTargets({ db }: Pick<Context, 'db'>, campaignId: number, named: Targets): Promise<Target[]> {
  const ids = (list: readonly number[]) => sql`${sql.param([...list])}::bigint[]`;
  const texts = (list: readonly string[]) => sql`${sql.param(list.map((text) => text.toLowerCase()))}::text[]`;
  return read(
    db,
    sql`t.campaign_id = ${campaignId} AND (t.user_id = ANY (${ids(named.userIds)}) OR t.user_tag_id = ANY (${ids(named.userTagIds)})
      OR t.store_group_id = ANY (${ids(named.storeGroupIds)}) OR t.agency_id = ANY (${ids(named.agencyIds)})
      OR t.revenue_tier_id = ANY (${ids(named.revenueTierIds)}) OR lower(t.email) = ANY (${texts(named.emails)})
      OR lower(t.social_identifier) = ANY (${texts(named.socialIdentifiers.map(socialIdentifierOf))}))`,
  );
}

async function read(db: Context['db'], condition: SQL): Promise<Target[]> {
  const { rows } = await db.execute<TargetRow>(
    sql`SELECT ${COLUMNS} FROM campaign_targets t WHERE ${condition} ORDER BY t.id`,
  );
  return rows.map(target);
}

const target = (row: TargetRow): Target => ({
  id: row.id,
  userId: row.user_id,
  userTagId: row.user_tag_id,
  storeGroupId: row.store_group_id,
  agencyId: row.agency_id,
  revenueTierId: row.revenue_tier_id,
  email: row.email,
  socialIdentifier: row.social_identifier,
});
