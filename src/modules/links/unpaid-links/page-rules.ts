import type { Statements } from '../../../platform/database/statements-on.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { parseProductUrl } from '../../stores/urls/index.ts';
import { RULES_SQL } from '../load-stores.ts';
import { type MatchableStore, StoreIndex } from '../matching/index.ts';

/** Maximum number of stores whose rules are remembered. */
const MAX_REMEMBERED = 20_000;

const STORES_SQL = `SELECT s.id, coalesce(c.version, 0) AS version, s.store_group_id, ${RULES_SQL} AS rules,
  ARRAY (SELECT d.host FROM store_domains d WHERE d.store_id = s.id AND d.standing <> 'unproven' ORDER BY d.id) AS domains
  FROM stores s LEFT JOIN page_rule_changes c ON c.store_id = s.id WHERE s.id = ANY ($1::bigint[])`;

/** The number of changes of the rules of `stores s`, which `PageRules` compares. */
export const PAGE_RULES_VERSION_SQL =
  'coalesce((SELECT c.version FROM page_rule_changes c WHERE c.store_id = s.id), 0)';

interface StoreRow {
  id: number;
  version: number;
  store_group_id: number;
  domains: string[];
  rules: MatchableStore['rules'];
}

/** A page of a link. `version`: see `PAGE_RULES_VERSION_SQL`. */
export interface LinkedPage {
  storeId: number;
  url: string;
  version: number;
}

/**
 * Decides which pages of links their stores pay for, by the accepted domains and the URL rules of the store alone. Remembers the rules of stores
 * until they change.
 */
export class PageRules {
  #known = { index: new StoreIndex(), versions: new Map<number, number>() };

  /** @returns for each page, in their order, whether its store pays for clicks on links to it */
  async arePaid(database: Statements, pages: readonly LinkedPage[]): Promise<boolean[]> {
    // Concurrent calls keep what they have read, even if the memory is emptied meanwhile.
    if (this.#known.versions.size > MAX_REMEMBERED) this.#known = { index: new StoreIndex(), versions: new Map() };
    const { index, versions } = this.#known;
    const changed = pages.filter(({ storeId, version }) => (versions.get(storeId) ?? -1) < version);
    const ids = [...new Set(changed.map(({ storeId }) => storeId))];
    if (ids.length > 0) {
      const { rows } = await database.query<StoreRow>({ name: 'page_rules', text: STORES_SQL, values: [ids] });
      for (const { id, version, store_group_id: storeGroupId, domains, rules } of rows) {
        // A concurrent call may have read later rules.
        if ((versions.get(id) ?? -1) >= version) continue;
        index.upsert({ id, storeGroupId, hidden: false, active: true, domains, rules });
        versions.set(id, version);
      }
    }
    return mapInTurns(pages, (page) => isPaid(index, page));
  }
}

function isPaid(index: StoreIndex, { storeId, url }: LinkedPage): boolean {
  const parsed = parseProductUrl(url);
  return parsed.ok && index.explain(parsed.url, storeId)?.result === 'single_advertiser';
}
