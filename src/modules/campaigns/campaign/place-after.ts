import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';

const LOWEST_PRIORITY = 1;
const HIGHEST_PRIORITY = 100;

/** A campaign of a store in the order of `campaign_precedence`: the highest priority first, then the newest. */
interface Placed {
  /** Infinity: it is created now, and therefore the newest. */
  id: number;
  priority: number;
}

/**
 * Returns the priority that places a campaign directly after another in the order of `campaign_precedence`. Campaigns that followed
 * that one move down together as far as needed. At the lower end of the scale, campaigns move up instead.
 * @returns nothing if no other campaign is given
 * @throws InvalidInput for an unknown campaign, and when all priorities of the scale are used
 */
export async function placedAfter(
  tx: Database,
  { storeId, campaignId, otherId }: { storeId: number; campaignId: number | null; otherId: number | undefined },
  { priorityAfter: field }: { priorityAfter: string },
): Promise<{ priority?: number }> {
  if (otherId === undefined) return {};
  if (otherId === campaignId) throw new InvalidInput({ [field]: ['must be another offer'] });
  // Two campaigns that are placed after the same one are placed one after the other.
  await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
  const { rows: others } = await tx.execute<{ id: number; priority: number }>(sql`
    SELECT o.id, o.priority FROM campaigns o
    WHERE o.store_id = ${storeId} AND o.deleted_at IS NULL AND o.id IS DISTINCT FROM ${campaignId}::bigint ORDER BY campaign_precedence(o)`);
  const at = others.findIndex(({ id }) => id === otherId);
  if (at < 0) throw new InvalidInput({ [field]: ['must be the id of an offer of the store'] });
  const before = others.slice(0, at + 1);
  const id = campaignId ?? Number.POSITIVE_INFINITY;
  const placed =
    movedDown(id, before, others.slice(at + 1)) ??
    movedUp([...before, { id, priority: LOWEST_PRIORITY }, ...others.slice(at + 1)]);
  if (placed[0]!.priority > HIGHEST_PRIORITY)
    throw new InvalidInput({ [field]: [`leaves no priority free: the offers use all up to ${HIGHEST_PRIORITY}`] });
  await setPriorities(tx, changed(others, placed));
  return { priority: placed.find((one) => one.id === id)!.priority };
}

/** The order with the following campaigns moved down together; null: the scale ends before. */
function movedDown(id: number, before: readonly Placed[], following: readonly Placed[]): Placed[] | null {
  const priority = before.at(-1)!.priority - 1;
  const down = Math.max(0, (following[0]?.priority ?? 0) - (priority - 1));
  const moved = following.map((one) => ({ id: one.id, priority: one.priority - down }));
  const lowest = moved.at(-1)?.priority ?? priority;
  return Math.min(priority, lowest) < LOWEST_PRIORITY ? null : [...before, { id, priority }, ...moved];
}

/** The order with each campaign moved up as far as the one after it requires. Of two with the same priority, the newest comes first. */
function movedUp(order: readonly Placed[]): Placed[] {
  const placed: Placed[] = [];
  for (const { id, priority } of order.toReversed()) {
    const next = placed.at(-1);
    const least = next === undefined ? LOWEST_PRIORITY : id > next.id ? next.priority : next.priority + 1;
    placed.push({ id, priority: Math.max(priority, least) });
  }
  return placed.toReversed();
}

function changed(before: readonly Placed[], after: readonly Placed[]): Placed[] {
  const priorities = new Map(before.map(({ id, priority }) => [id, priority]));
  return after.filter(({ id, priority }) => priorities.has(id) && priorities.get(id) !== priority);
}

async function setPriorities(tx: Database, campaigns: readonly Placed[]): Promise<void> {
  if (campaigns.length === 0) return;
  await tx.execute(sql`
    UPDATE campaigns o SET priority = given.priority
    FROM unnest(${sql.param(campaigns.map(({ id }) => id))}::bigint[], ${sql.param(campaigns.map(({ priority }) => priority))}::int[]) AS given (id, priority)
    WHERE o.id = given.id`);
}
