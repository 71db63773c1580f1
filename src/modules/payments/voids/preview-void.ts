import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { summarise, type VoidSummary } from './effect.ts';
import { checkFilter, itemsOf, MAX_VOID_ITEMS, type VoidFilter } from './find-items.ts';

/**
 * Returns the effect of a void, without voiding anything.
 * @throws InvalidInput for an insufficient filter; RuleRefused `too_many_items`
 */
export async function previewVoid({ db }: Pick<Context, 'db'>, filter: VoidFilter): Promise<VoidSummary> {
  checkFilter(filter);
  const summary = await summarise(db, sql`(${itemsOf(filter, { isLocked: false })}) found`);
  requireFew(summary);
  return summary;
}

/** @throws RuleRefused `too_many_items` */
export function requireFew({ items }: VoidSummary): void {
  if (items > MAX_VOID_ITEMS)
    throw new RuleRefused('too_many_items', `More than ${MAX_VOID_ITEMS} match; void them in smaller parts.`);
}
