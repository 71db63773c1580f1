import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';

/** A to-do item of a participant and whether it is done. */
export interface TodoItem {
  key: string;
  value: boolean;
}

/**
 * Completes or reopens to-do items of a participant; items that are not named stay unchanged.
 * @throws NotFound when the participant or the campaign does not exist; InvalidInput naming unknown items
 */
export async function tickTodo(ctx: Context, participantId: number, ticks: readonly TodoItem[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ todo: TodoItem[] | null }>(sql`
      SELECT p.todo FROM participants p JOIN campaigns o ON o.id = p.campaign_id
      WHERE p.id = ${participantId} AND o.deleted_at IS NULL FOR UPDATE OF p FOR SHARE OF o`);
    if (rows[0] === undefined) throw new NotFound('participant');
    const items = new Map((rows[0].todo ?? []).map(({ key, value }) => [key, value]));
    refuseUnknown(items, ticks);
    for (const { key, value } of ticks) items.set(key, value);
    const todo = [...items].map(([key, value]) => ({ key, value }));
    await tx.execute(sql`
      UPDATE participants SET todo = ${JSON.stringify(todo)}::jsonb, updated_at = ${ctx.now().toISOString()}
      WHERE id = ${participantId}`);
  });
}

function refuseUnknown(items: ReadonlyMap<string, boolean>, ticks: readonly TodoItem[]): void {
  const unknown = ticks.flatMap(({ key }, index) => (items.has(key) ? [] : [index]));
  if (unknown.length === 0) return;
  const sentence =
    items.size === 0 ? 'is not on the list, which is empty' : `must be one of ${[...items.keys()].join(', ')}`;
  throw new InvalidInput(Object.fromEntries(unknown.map((index) => [`todo.${index}.key`, [sentence]])));
}
