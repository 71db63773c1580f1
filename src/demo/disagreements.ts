import type pg from 'pg';
import { openAppeal } from '../modules/explanations/index.ts';
import { claimOrder } from '../modules/orders/index.ts';
import { makeVoid, previewVoid, putOnHold } from '../modules/payments/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Context, Logger } from '../platform/context.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

/** The store has this many days to decide a claim. */
const CLAIM_DAYS = 14;
/** The first and the last day, relative to today, of the clicks that are voided. */
const VOIDED_DAYS = [-16, -6] as const;

interface Stage {
  calendar: Calendar;
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  log: Logger;
  publicUrl: string;
  vault: Vault;
}

/**
 * What people disagree about: a suspended creator whose clicks are voided and whose payouts are on hold, an order that a creator misses, and an appeal against
 * a denied order. Everything is done by the regular use cases at times in the past.
 */
export async function playDisagreements(client: pg.PoolClient, stage: Stage): Promise<void> {
  const { users } = stage.people;
  const admin = contextOf(client, stage, { userId: users.ingrid, isAdmin: true, day: -4, hour: 10 });
  await putOnHold(admin, {
    subject: { kind: 'user', id: users.jonas },
    reason: 'Many clicks within minutes from one network. Payouts wait until this is clear.',
  });
  await voidClicks(admin, stage);
  await claimMissing(client, stage);
  await appeal(client, stage);
}

/** Voids the last clicks of the suspended creator, if there are any. */
async function voidClicks(ctx: Context, { calendar, time, people }: Stage): Promise<void> {
  const [from, to] = VOIDED_DAYS.map((days) => calendar.dayOf(time.at(days, 12).getTime()));
  const filter = { kind: 'clicks' as const, userId: people.users.jonas, from: from!, to: to! };
  const { items, fingerprint } = await previewVoid(ctx, filter);
  if (items > 0) await makeVoid(ctx, { filter, fingerprint, reason: 'Clicks without visitors, from one network.' });
}

/** The demo's creator misses an order that the store has not reported. */
async function claimMissing(client: pg.PoolClient, stage: Stage): Promise<void> {
  const { calendar, time, people, stores } = stage;
  const userId = people.users.linnea;
  await claimOrder(
    contextOf(client, stage, { userId, day: -1, hour: 9 }),
    { claimDays: CLAIM_DAYS },
    {
      userId,
      storeId: stores.nordicRunner,
      orderNumber: 'NR-20417',
      orderedOn: calendar.dayOf(time.at(-4, 12).getTime()),
      amount: { amount: '1899.00', currency: 'SEK' },
      note: 'En följare köpte jackan via min länk och skickade sin orderbekräftelse till mig.',
    },
  );
}

/** A creator appeals against the denial of an order, of the demo's store if there is one. */
async function appeal(client: pg.PoolClient, stage: Stage): Promise<void> {
  const { time, people, stores } = stage;
  const { rows } = await client.query<{ id: number; user_id: number }>(
    `SELECT id, user_id FROM orders WHERE status = 'denied' AND counts AND user_id <> $1 AND order_at < $3
     ORDER BY store_id <> $2, order_at DESC LIMIT 1`,
    [people.users.jonas, stores.nordicRunner, time.at(-14)],
  );
  const [order] = rows;
  if (order === undefined) return;
  await openAppeal(contextOf(client, stage, { userId: order.user_id, day: -2, hour: 16 }), {
    kind: 'order',
    subject: `${order.id}`,
    reason: 'Köparen skriver att ordern är betald och mottagen. Kan ni titta på den igen?',
  });
}

/** A person who acts at an hour of a day relative to today. */
function contextOf(
  client: pg.PoolClient,
  { time, log, publicUrl, vault }: Stage,
  { userId, isAdmin = false, day, hour }: { userId: number; isAdmin?: boolean; day: number; hour: number },
): Context {
  const actor: Actor = { userId, isAdmin, storeIds: [], agencyIds: [], memberOfAgencyId: null };
  return { db: openTransaction(client), now: () => time.at(day, hour), actor, log, publicUrl, vault };
}
