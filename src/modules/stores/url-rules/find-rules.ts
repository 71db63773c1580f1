import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { MAX_RULES, RULE_COLUMNS, type RuleRow, ruleOf, type UrlRule } from './rule.ts';

/** All rules of a store, by id. */
export async function listRules({ db }: Pick<Context, 'db'>, { storeId }: { storeId: number }): Promise<UrlRule[]> {
  const { rows } = await db.execute<RuleRow>(
    sql`SELECT ${RULE_COLUMNS} FROM url_rules r WHERE r.store_id = ${storeId} ORDER BY r.id LIMIT ${MAX_RULES}`,
  );
  return rows.map(ruleOf);
}

/** The main rules of these stores, by store; stores without a main rule are omitted. */
export async function findMainRules(
  { db }: Pick<Context, 'db'>,
  storeIds: readonly number[],
): Promise<Map<number, UrlRule>> {
  const { rows } = await db.execute<RuleRow & { store_id: number }>(sql`
    SELECT r.store_id, ${RULE_COLUMNS} FROM url_rules r
    WHERE r.is_main AND r.store_id = ANY (${sql.param([...storeIds])}::bigint[])`);
  return new Map(rows.map((row) => [row.store_id, ruleOf(row)]));
}
