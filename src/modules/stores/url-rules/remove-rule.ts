import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import { lockRules, RULE_COLUMNS, type RuleRow } from './rule.ts';

/**
 * Removes a rule of a store. Call `refreshIndex` afterwards to update URL matching.
 * @throws NotFound when the store has no such rule
 */
export async function removeRule(
  { db, actor, now }: Context,
  { storeId, ruleId }: { storeId: number; ruleId: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRules(tx, storeId);
    const { rows } = await tx.execute<RuleRow>(
      sql`DELETE FROM url_rules r WHERE r.id = ${ruleId} AND r.store_id = ${storeId} RETURNING ${RULE_COLUMNS}`,
    );
    if (rows[0] === undefined) throw new NotFound('URL matching rule');
    const { type, url, keyword, is_main: isMain } = rows[0];
    await writeAudit(tx, {
      actor,
      action: 'url_rule.removed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { rule: ruleId, type, url, keyword, isMain },
    });
    await keepPromisedTerms({ db: tx, actor, now }, { storeId });
  });
}
