import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { type EventKind, eventId, eventKind } from '../../../platform/events/event-kind.ts';
import { publish } from '../../../platform/events/publish.ts';
import { id, nullable, oneOf } from '../../../platform/http/fields.ts';
import { PARTICIPANT_STATUSES, type ParticipantStatus } from './transitions.ts';

const participant = {
  id: id(),
  offer_id: eventId('The campaign.'),
  store_id: id(),
  user_id: nullable(eventId('The creator; null while only an address is registered.')),
  status: oneOf(PARTICIPANT_STATUSES),
  previous_status: nullable(oneOf(PARTICIPANT_STATUSES, { description: 'Null for a new participant.' })),
};
type ParticipantEvent = EventKind<typeof participant>;

/** One kind for each status, named after it: `participant.accepted`. */
export const PARTICIPANT_EVENTS = Object.fromEntries(
  PARTICIPANT_STATUSES.map((status) => [
    status,
    eventKind(`participant.${status}`, `A participant of a campaign became ${status}.`, participant),
  ]),
) as Record<ParticipantStatus, ParticipantEvent>;

/** Internal statuses of the store. The creator is not informed of them. */
const STORE_ONLY: ReadonlySet<ParticipantStatus> = new Set(['suggestion', 'second_prio']);

/**
 * Publishes that participants have a new status. Call it in the transaction that sets the status and locks their rows.
 * @param from the status before; null for new participants
 * @returns the event of each participant
 */
export async function publishParticipants(
  tx: Database,
  { ids, from, to, at }: { ids: readonly number[]; from: ParticipantStatus | null; to: ParticipantStatus; at: Date },
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{
    id: number;
    campaign_id: number;
    store_id: number;
    user_id: number | null;
    agency_id: number | null;
  }>(sql`
    SELECT p.id, p.campaign_id, o.store_id, p.user_id, u.agency_id
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id LEFT JOIN users u ON u.id = p.user_id
    WHERE p.id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY p.id`);
  // A creator who was suggested to the store and declined by it was never informed of the campaign.
  const isForCreator = !STORE_ONLY.has(to) && !(from === 'suggestion' && to === 'store_denied');
  const events = rows.map((row) => ({
    subject: `participant/${row.id}`,
    storeId: row.store_id,
    userId: isForCreator ? row.user_id : null,
    agencyId: isForCreator ? row.agency_id : null,
    data: {
      id: row.id,
      offer_id: row.campaign_id,
      store_id: row.store_id,
      user_id: row.user_id,
      status: to,
    },
    privateData: {
      store: { previous_status: from },
      platform: { previous_status: from },
      user: { previous_status: visibleToCreator(from) },
      agency: { previous_status: visibleToCreator(from) },
    },
  }));
  const published = await publish(tx, PARTICIPANT_EVENTS[to], at, events);
  return new Map(rows.map(({ id: participantId }, index) => [participantId, published[index]!]));
}

const visibleToCreator = (status: ParticipantStatus | null) => {
  if (status === 'second_prio') return 'applied' as const;
  return status === 'suggestion' ? null : status;
};
