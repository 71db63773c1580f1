import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import {
  clearMain,
  lockRules,
  RULE_COLUMNS,
  type RuleInput,
  type RuleRow,
  readRule,
  refuseMisplaced,
  ruleOf,
  type UrlRule,
} from './rule.ts';

/**
 * Replaces a store's rule. Call `refreshIndex` afterwards to update URL matching.
 * @throws NotFound when the store has no such rule; InvalidInput naming `url` or `keyword`; RuleRefused `url_not_of_store`, `rule_exists`
 */
export async function changeRule(
  { db, actor, now }: Context,
  { storeId, ruleId, rule }: { storeId: number; ruleId: number; rule: RuleInput },
): Promise<UrlRule> {
  const content = readRule(rule);
  return db.transaction(async (tx) => {
    await lockRules(tx, storeId);
    const known = await tx.execute(sql`SELECT FROM url_rules WHERE id = ${ruleId} AND store_id = ${storeId}`);
    if (known.rows.length === 0) throw new NotFound('URL matching rule');
    await refuseMisplaced(tx, storeId, content, ruleId);
    const at = now();
    if (content.isMain) await tx.execute(clearMain(storeId, at));
    const { rows } = await tx.execute<RuleRow>(sql`
      UPDATE url_rules r SET type = ${content.type}, url = ${content.url}, keyword = ${content.keyword}, is_main = ${content.isMain},
        updated_at = ${at.toISOString()} WHERE r.id = ${ruleId} RETURNING ${RULE_COLUMNS}`);
    await writeAudit(tx, {
      actor,
      action: 'url_rule.changed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { rule: ruleId, ...content },
    });
    await keepPromisedTerms({ db: tx, actor, now }, { storeId });
    return ruleOf(rows[0]!);
  });
}
