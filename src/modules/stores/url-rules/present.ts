import type { UrlRule } from './rule.ts';

/** A URL matching rule as version 2 shows it. */
export function presentRule({ id, type, isMain, url, keyword, updatedAt }: UrlRule) {
  return { id, type, is_main: isMain, url: url ?? '', keyword: keyword ?? '', updated_at: updatedAt.toISOString() };
}
