import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../platform/database/database.ts';
import { eventId, eventKind } from '../../platform/events/event-kind.ts';
import { publish } from '../../platform/events/publish.ts';
import { id, minorMoney, nullable } from '../../platform/http/fields.ts';
import { notify } from '../accounts/index.ts';
import { ownerAudience } from './payees/owner-audience.ts';

const payout = {
  id: id(),
  amount: minorMoney('What was paid.'),
  end_to_end_id: Type.String({ description: 'Names the payment at banks.' }),
  user_id: nullable(eventId('The creator; null for an agency’s payout.')),
  client_id: nullable(eventId('The agency; null for a creator’s payout.')),
};

export const PAYOUT_EVENTS = {
  paid: eventKind('payout.paid', 'A payout to a creator or an agency was paid.', payout),
  returned: eventKind('payout.returned', 'A payout was sent back; its amount is in the balance again.', payout),
};

/**
 * Publishes that payouts were paid or returned, and notifies payees of their payouts. Call it in the transaction that booked
 * them.
 */
export async function publishPayouts(
  tx: Database,
  what: keyof typeof PAYOUT_EVENTS,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await tx.execute<{
    id: number;
    user_id: number | null;
    agency_id: number | null;
    currency: string;
    amount_minor: number;
    end_to_end_id: string;
  }>(sql`
    SELECT id, user_id, agency_id, currency, amount_minor, end_to_end_id FROM payouts
    WHERE id = ANY (${sql.param([...ids])}::bigint[]) ORDER BY id`);
  const events = rows.map((row) => ({
    subject: `payout/${row.id}`,
    agencyId: row.agency_id,
    userId: row.user_id,
    data: {
      id: row.id,
      amount: { minor: row.amount_minor, currency: row.currency },
      end_to_end_id: row.end_to_end_id,
      user_id: row.user_id,
      client_id: row.agency_id,
    },
  }));
  const published = await publish(tx, PAYOUT_EVENTS[what], at, events);
  if (what !== 'paid') return;
  const news = rows.map(({ user_id: userId, agency_id: agencyId, amount_minor: minor, currency }, index) => ({
    message: 'payout_paid' as const,
    values: { amount: { minor, currency } },
    ...ownerAudience(userId === null ? { account: 'client', id: agencyId! } : { account: 'creator', id: userId }),
    eventId: published[index],
  }));
  await notify(tx, at, news);
}
