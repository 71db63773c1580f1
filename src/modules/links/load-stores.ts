import type pg from 'pg';
import type { MatchableStore } from './matching/index.ts';

const STORES_PARTICIPATED_IN = 5_000;

/** The URL rules of `stores s`, as JSON. */
export const RULES_SQL = `(SELECT coalesce(json_agg(json_build_object('type', r.type, 'url', r.url, 'keyword', r.keyword) ORDER BY r.id), '[]')
    FROM url_rules r WHERE r.store_id = s.id)`;

const COLUMNS = `SELECT s.id, s.store_group_id, s.hidden, (s.deactivated_at IS NULL AND s.deleted_at IS NULL AND s.approval <> 'rejected') AS active,
  s.approval = 'pending' AS pending,
  ARRAY (SELECT d.host FROM store_domains d WHERE d.store_id = s.id AND (s.approval = 'pending' OR d.standing <> 'unproven') ORDER BY d.id) AS domains,
  ${RULES_SQL} AS rules
  FROM stores s`;

interface StoreRow {
  id: number;
  store_group_id: number;
  hidden: boolean;
  active: boolean;
  pending: boolean;
  domains: string[];
  rules: { type: 'allow' | 'block'; url: string | null; keyword: string | null }[];
}

/** Reads the data of these stores that URL matching needs, in one query; ids that no longer exist are omitted. */
export async function loadStores(database: Pick<pg.Pool, 'query'>, ids: readonly number[]): Promise<MatchableStore[]> {
  const { rows } = await database.query<StoreRow>(`${COLUMNS} WHERE s.id = ANY ($1::bigint[])`, [ids]);
  return rows.map(matchable);
}

/** Reads every store, a few thousand at a time, so that memory never contains the stores of a whole country twice. */
export async function* loadAllStores(database: pg.Pool): AsyncGenerator<MatchableStore[]> {
  let after = 0;
  while (true) {
    const { rows } = await database.query<StoreRow>(
      `${COLUMNS} WHERE s.id > $1 ORDER BY s.id LIMIT ${STORES_PARTICIPATED_IN}`,
      [after],
    );
    if (rows.length > 0) yield rows.map(matchable);
    if (rows.length < STORES_PARTICIPATED_IN) return;
    after = rows.at(-1)!.id;
  }
}

function matchable(row: StoreRow): MatchableStore {
  return {
    id: row.id,
    storeGroupId: row.store_group_id,
    hidden: row.hidden,
    active: row.active,
    pending: row.pending,
    domains: row.domains,
    rules: row.rules,
  };
}
