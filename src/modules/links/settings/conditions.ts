import { type SQL, sql } from 'drizzle-orm';
import { readTag } from './change-link.ts';
import type { ArchivedFilter } from './schemas.ts';

/** Filters of a list by the settings of links. */
export interface LinkSettingFilters {
  tag?: string | undefined;
  /** Archived links are left out by default. */
  archived?: ArchivedFilter | undefined;
}

/**
 * Conditions over `links l` for the filters `tag` and `archived` of a list.
 * @param archived `exclude` by default
 */
export function settingConditions({ tag, archived = 'exclude' }: LinkSettingFilters): SQL[] {
  const all: SQL[] = [];
  if (tag !== undefined) all.push(sql`l.tags @> ARRAY[${readTag(tag)}]::text[] AND l.tags <> '{}'`);
  if (archived === 'exclude') all.push(sql`l.archived_at IS NULL`);
  if (archived === 'only') all.push(sql`l.archived_at IS NOT NULL`);
  return all;
}
