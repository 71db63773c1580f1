import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventId, eventKind } from '../../platform/events/event-kind.ts';
import { type NewEvent, publish } from '../../platform/events/publish.ts';
import { groupBy } from '../../platform/group-by.ts';
import { dateTime, list, minorMoney, whole } from '../../platform/http/fields.ts';

/** The maximum delay of clicks: a minute is summed one minute after its end. */
const LAG_MS = 60_000;
/** The maximum period of one event, so that a process catches up in steps after a long downtime. */
const MAX_SPAN_MS = 10 * 60_000;
const MAX_LINKS = 500;

const linkClicks = Type.Object({
  affiliate_link_id: eventId('The link.'),
  store_id: eventId('Its store.'),
  user_id: eventId('Its creator.'),
  clicks: whole({ description: 'Clicks that count.' }),
  uncounted_clicks: whole({ description: 'Clicks by machines, repeated clicks and others that do not count.' }),
  cost: Type.Optional(minorMoney('What the store pays for them; for the store.')),
  earnings: Type.Optional(minorMoney('What the creator earns from them; for the creator and the agency.')),
});

export const CLICK_EVENTS = {
  recorded: eventKind(
    'click.recorded',
    'Clicks since the last event of this kind, summed by link about once a minute. Clicks that reach the database later (from a process that was disconnected) are only in the statistics.',
    {
      from: dateTime({ description: 'Included.' }),
      until: dateTime({ description: 'Not included.' }),
      links: list(linkClicks, { max: MAX_LINKS }),
    },
  ),
};

/** The subscribers of click events. */
export interface ClickAudience {
  storeIds: readonly number[];
  agencyIds: readonly number[];
  userIds: readonly number[];
  platform: boolean;
}

type SumRow = {
  link_id: number;
  store_id: number;
  user_id: number;
  agency_id: number | null;
  currency: string;
  clicks: number;
  uncounted: number;
  cost_minor: number;
  user_minor: number;
};

/**
 * Publishes the sums of clicks since the last call to subscribers. It reads recorded clicks, so the redirect does
 * no additional work. Call it in a transaction, in one process at a time.
 */
export async function publishClicks(
  tx: Database,
  { now, audience }: { now: Date; audience: ClickAudience },
): Promise<void> {
  const latest = new Date(now.getTime() - LAG_MS);
  const { rows } = await tx.execute<{ until: string }>(sql`SELECT until FROM click_event_progress FOR UPDATE`);
  const from = rows[0] === undefined ? latest : new Date(rows[0].until);
  const isWanted =
    audience.platform || audience.storeIds.length + audience.agencyIds.length + audience.userIds.length > 0;
  const until = isWanted ? new Date(Math.min(latest.getTime(), from.getTime() + MAX_SPAN_MS)) : latest;
  if (rows.length > 0 && until <= from) return;
  await tx.execute(sql`
    INSERT INTO click_event_progress (until) VALUES (${until.toISOString()}) ON CONFLICT (only_row) DO UPDATE SET until = excluded.until`);
  if (!isWanted || until <= from) return;
  const sums = await sumClicks(tx, { from, until, audience });
  await publish(tx, CLICK_EVENTS.recorded, until, eventsOf(sums, { from, until, audience }));
}

async function sumClicks(
  tx: Database,
  { from, until, audience }: { from: Date; until: Date; audience: ClickAudience },
): Promise<readonly SumRow[]> {
  const { storeIds, agencyIds, userIds, platform } = audience;
  const { rows } = await tx.execute<SumRow>(sql`
    SELECT link_id, store_id, user_id, agency_id, currency, count(*) FILTER (WHERE class = 0) AS clicks,
      count(*) FILTER (WHERE class <> 0) AS uncounted, sum(cost_minor)::bigint AS cost_minor, sum(user_minor)::bigint AS user_minor
    FROM clicks WHERE id >= click_floor(${from.toISOString()}) AND id < click_floor(${until.toISOString()})
      AND (${platform} OR store_id = ANY (${sql.param([...storeIds])}::bigint[]) OR agency_id = ANY (${sql.param([...agencyIds])}::bigint[])
        OR user_id = ANY (${sql.param([...userIds])}::bigint[]))
    GROUP BY link_id, store_id, user_id, agency_id, currency ORDER BY link_id`);
  return rows;
}

/** One event for each owner, or several if the owner has clicks on very many links. */
function eventsOf(
  sums: readonly SumRow[],
  { from, until, audience }: { from: Date; until: Date; audience: ClickAudience },
): NewEvent<typeof CLICK_EVENTS.recorded>[] {
  const range = { from: from.toISOString(), until: until.toISOString() };
  const ofOwners = <Key extends 'storeId' | 'agencyId' | 'userId'>(
    ids: readonly number[],
    key: Key,
    column: 'store_id' | 'agency_id' | 'user_id',
  ) => {
    const byOwner = groupBy(sums, (row) => row[column]);
    return ids.flatMap((id) =>
      chunks(byOwner.get(id) ?? []).map((rows) => ({
        subject: `clicks/${column}/${id}`,
        [key]: id,
        isForPlatform: false,
        data: { ...range, links: rows.map((row) => presentSum(row, key === 'storeId' ? ['cost'] : ['earnings'])) },
      })),
    );
  };
  const ofPlatform = chunks(audience.platform ? sums : []).map((rows) => ({
    subject: 'clicks/platform',
    data: { ...range, links: rows.map((row) => presentSum(row, ['cost', 'earnings'])) },
  }));
  return [
    ...ofOwners(audience.storeIds, 'storeId', 'store_id'),
    ...ofOwners(audience.agencyIds, 'agencyId', 'agency_id'),
    ...ofOwners(audience.userIds, 'userId', 'user_id'),
    ...ofPlatform,
  ];
}

function presentSum(row: SumRow, sums: readonly ('cost' | 'earnings')[]) {
  const { currency } = row;
  return {
    affiliate_link_id: row.link_id,
    store_id: row.store_id,
    user_id: row.user_id,
    clicks: row.clicks,
    uncounted_clicks: row.uncounted,
    ...(sums.includes('cost') ? { cost: { minor: row.cost_minor, currency } } : {}),
    ...(sums.includes('earnings') ? { earnings: { minor: row.user_minor, currency } } : {}),
  };
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / MAX_LINKS) }, (_, at) =>
    items.slice(at * MAX_LINKS, (at + 1) * MAX_LINKS),
  );
}
