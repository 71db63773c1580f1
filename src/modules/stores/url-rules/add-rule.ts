import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import {
  clearMain,
  lockRules,
  MAX_RULES,
  RULE_COLUMNS,
  type RuleInput,
  type RuleRow,
  readRule,
  refuseMisplaced,
  ruleOf,
  type UrlRule,
} from './rule.ts';

/**
 * Adds a rule to a store. Call `refreshIndex` afterwards to update URL matching.
 * @throws InvalidInput naming `url` or `keyword`; RuleRefused `url_not_of_store`, `rule_exists`, `too_many_rules`
 */
export async function addRule(
  { db, actor, now }: Context,
  { storeId, rule }: { storeId: number; rule: RuleInput },
): Promise<UrlRule> {
  const content = readRule(rule);
  return db.transaction(async (tx) => {
    await lockRules(tx, storeId);
    await refuseMisplaced(tx, storeId, content);
    await refuseTooMany(tx, storeId);
    const at = now();
    if (content.isMain) await tx.execute(clearMain(storeId, at));
    const { rows } = await tx.execute<RuleRow>(sql`
      INSERT INTO url_rules AS r (store_id, type, url, keyword, is_main, created_at, updated_at)
      VALUES (${storeId}, ${content.type}, ${content.url}, ${content.keyword}, ${content.isMain}, ${at.toISOString()}, ${at.toISOString()})
      RETURNING ${RULE_COLUMNS}`);
    const added = ruleOf(rows[0]!);
    const details = { rule: added.id, ...content };
    await writeAudit(tx, {
      actor,
      action: 'url_rule.added',
      subjectKind: 'store',
      subjectId: storeId,
      details,
    });
    await keepPromisedTerms({ db: tx, actor, now }, { storeId });
    return added;
  });
}

async function refuseTooMany(tx: Context['db'], storeId: number): Promise<void> {
  const { rows } = await tx.execute<{ rules: number }>(
    sql`SELECT count(*) AS rules FROM url_rules WHERE store_id = ${storeId}`,
  );
  if (rows[0]!.rules >= MAX_RULES) {
    throw new RuleRefused('too_many_rules', `A store has at most ${MAX_RULES} URL matching rules.`);
  }
}
