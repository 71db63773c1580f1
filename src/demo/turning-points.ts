import type pg from 'pg';
import { type PastClick, recordPastClicks } from '../modules/clicks/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Campaigns } from './campaigns.ts';
import { insertRows } from './insert.ts';
import { finishedAt } from './participants.ts';
import { PARTICIPATIONS, statesOf } from './participations.ts';
import type { People } from './people.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

interface TurningPoint {
  at: Date;
  happen(client: pg.ClientBase): Promise<unknown>;
}

interface Stage {
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  campaigns: Campaigns;
}

/** Changes in the marketplace during the season, so that clicks before and after them earn at different prices. */
function turningPoints({ time, people, stores, campaigns }: Stage): TurningPoint[] {
  const update = (table: string, change: string, id: number, at: Date): TurningPoint => ({
    at,
    happen: (client) => client.query(`UPDATE ${table} SET ${change}, updated_at = $2 WHERE id = $1`, [id, at]),
  });
  const finished = PARTICIPATIONS.filter((part) => statesOf(part).at(-1) === 'done');
  return [
    update('stores', 'hidden = true', stores.havsboden, time.at(-20, 9)),
    update('campaigns', 'deleted_at = $2', campaigns.mistake, time.at(-1, 12)),
    update('campaigns', 'active = false', campaigns.outlet, time.at(-9, 9)),
    update('users', 'suspended_at = $2', people.users.jonas, time.at(-5, 14)),
    {
      at: time.at(-12, 8),
      happen: (client: pg.ClientBase) => block(client, { people, stores, at: time.at(-12, 8) }),
    },
    ...[...new Set(finished.map(({ campaign }) => campaign))].map((campaign): TurningPoint => {
      const done = finished.flatMap((part) =>
        part.campaign === campaign && typeof part.who === 'string' ? [part.who] : [],
      );
      return {
        at: finishedAt({ campaign }, time),
        happen: (client) =>
          client.query(
            "UPDATE participants SET status = 'done' WHERE campaign_id = $1 AND user_id = ANY ($2::bigint[])",
            [campaigns[campaign], done.map((name) => people.users[name])],
          ),
      };
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Lumi stops paying for Viktor's clicks. */
function block(
  client: pg.ClientBase,
  { people: { users }, stores, at }: Pick<Stage, 'people' | 'stores'> & { at: Date },
): Promise<void> {
  return insertRows(client, 'blocklist', [
    { store_id: stores.lumi, user_id: users.viktor, validate_clicks: false, created_by: users.karl, created_at: at },
  ]);
}

/** Records the season's clicks through the click log, and applies the changes in between. */
export async function playSeason(
  client: pg.ClientBase,
  clicks: readonly PastClick[],
  { calendar, ...stage }: Stage & { calendar: Calendar },
): Promise<void> {
  const deps = { database: client, calendar, nowMs: stage.time.nowMs };
  let fromMs = Number.NEGATIVE_INFINITY;
  const record = async (untilMs: number) => {
    await recordPastClicks(
      deps,
      clicks.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs),
    );
    fromMs = untilMs;
  };
  for (const point of turningPoints(stage)) {
    await record(point.at.getTime());
    await point.happen(client);
  }
  await record(Number.POSITIVE_INFINITY);
}
