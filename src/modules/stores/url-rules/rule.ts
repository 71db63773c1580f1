import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { normaliseRuleUrl } from '../urls/index.ts';

/** Maximum number of rules of a store. */
export const MAX_RULES = 10_000;

/** A rule for the pages of a store that can earn, or cannot. */
export interface UrlRule {
  id: number;
  type: 'allow' | 'block';
  isMain: boolean;
  /** Null for a rule with a keyword only. */
  url: string | null;
  keyword: string | null;
  updatedAt: Date;
}

/** A rule as a store writes it; at least one of url and keyword must be set. */
export interface RuleInput {
  type: 'allow' | 'block';
  url?: string | undefined;
  keyword?: string | undefined;
  isMain?: boolean | undefined;
}

/** The stored form of a rule: the url in its normal form, so that one rule has one form. */
export type RuleContent = Pick<UrlRule, 'type' | 'url' | 'keyword' | 'isMain'>;

export const RULE_COLUMNS = sql`r.id, r.type, r.is_main, r.url, r.keyword, r.updated_at`;

export type RuleRow = {
  id: number;
  type: 'allow' | 'block';
  is_main: boolean;
  url: string | null;
  keyword: string | null;
  updated_at: string;
};

export const ruleOf = (row: RuleRow): UrlRule => ({
  id: row.id,
  type: row.type,
  isMain: row.is_main,
  url: row.url,
  keyword: row.keyword,
  updatedAt: new Date(row.updated_at),
});

/** Reads a rule of the input. @throws InvalidInput when it is empty, or its url is invalid */
export function readRule({ type, url = '', keyword = '', isMain = false }: RuleInput): RuleContent {
  const [place, word] = [url.trim(), keyword.trim().normalize('NFC')];
  if (place === '' && word === '') {
    throw new InvalidInput({ url: ['is required without a keyword'], keyword: ['is required without a url'] });
  }
  if (isMain && (type === 'block' || place === '')) {
    throw new InvalidInput({ is_main: ['only an allow rule with a url can be the main one'] });
  }
  const pattern = place === '' ? null : normaliseRuleUrl(place);
  if (place !== '' && pattern === null) {
    throw new InvalidInput({ url: ['must be the address of a page or of a host, such as https://shop.example/sale'] });
  }
  return { type, url: pattern === null ? null : `https://${pattern}`, keyword: word === '' ? null : word, isMain };
}

/**
 * Serializes changes of a store's rules until the transaction ends, so that their number and the main rule stay exact.
 * Transactions that only refer to the store need not wait.
 */
export async function lockRules(tx: Context['db'], storeId: number): Promise<void> {
  await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
}

/**
 * Checks a rule against the store's domains and its other rules; `self` is the id of the rule that is being changed.
 * @throws RuleRefused `url_not_of_store`, `rule_exists`
 */
export async function refuseMisplaced(
  tx: Context['db'],
  storeId: number,
  { type, url, keyword }: RuleContent,
  self: number | null = null,
): Promise<void> {
  if (url !== null && !(await isOfStore(tx, storeId, new URL(url).hostname))) {
    throw new RuleRefused('url_not_of_store', `${url} is not at one of the store’s domains.`);
  }
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT r.id FROM url_rules r WHERE r.store_id = ${storeId} AND r.type = ${type} AND r.url IS NOT DISTINCT FROM ${url}
      AND lower(r.keyword) IS NOT DISTINCT FROM lower(${keyword}) AND r.id IS DISTINCT FROM ${self} LIMIT 1`);
  if (rows[0] !== undefined) throw new RuleRefused('rule_exists', `URL matching rule ${rows[0].id} is the same.`);
}

async function isOfStore(tx: Context['db'], storeId: number, host: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT FROM store_domains d WHERE d.store_id = ${storeId}
      AND (d.host = ${host} OR right(${host}, length(d.host) + 1) = '.' || d.host) LIMIT 1`);
  return rows.length > 0;
}

/** Removes the flag of the current main rule. */
export function clearMain(storeId: number, now: Date): SQL {
  return sql`UPDATE url_rules SET is_main = false, updated_at = ${now.toISOString()} WHERE store_id = ${storeId} AND is_main`;
}
