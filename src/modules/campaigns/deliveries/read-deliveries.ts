import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';
import { DELIVERY_COLUMNS, type Delivery, type DeliveryRow, deliveryOf, RECEIVES_SQL } from './delivery.ts';

/** The delivery details of a participant, and whether the participant is to receive products now. */
export interface OwnDelivery {
  isWanted: boolean;
  delivery: Delivery | null;
}

/**
 * Reads the delivery details of a participant.
 * @param forStore the store reads it, and sees nothing of participants who do not receive products
 */
export async function readDelivery(
  { db }: Pick<Context, 'db'>,
  { participantId, forStore }: { participantId: number; forStore: boolean },
): Promise<OwnDelivery> {
  const { rows: wanted } = await db.execute<{ is_wanted: boolean }>(sql`
    SELECT ${RECEIVES_SQL} AS is_wanted FROM participants p JOIN campaigns o ON o.id = p.campaign_id WHERE p.id = ${participantId}`);
  const isWanted = wanted[0]?.is_wanted === true;
  const { rows } = await db.execute<DeliveryRow>(sql`
    SELECT ${DELIVERY_COLUMNS} FROM participant_deliveries d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
    WHERE p.id = ${participantId} AND (NOT ${forStore}::boolean OR ${RECEIVES_SQL})`);
  return { isWanted, delivery: rows[0] === undefined ? null : deliveryOf(rows[0]) };
}

/** A line of the packing list of a campaign. */
export interface PackingLine {
  participantId: number;
  status: ParticipantStatus;
  creator: string;
  delivery: Delivery;
}

/** Lists the delivery details of the participants who receive products of a campaign, those to whom nothing was sent yet first. */
export async function listPackingLines(
  { db }: Pick<Context, 'db'>,
  campaignId: number,
  page: PageRequest,
): Promise<Page<PackingLine>> {
  const { items, total } = await readPage<
    DeliveryRow & { participant_id: number; status: ParticipantStatus; creator: string }
  >(
    db,
    {
      columns: sql`p.id AS participant_id, p.status, u.public_name AS creator, ${DELIVERY_COLUMNS}`,
      from: sql`participants p JOIN campaigns o ON o.id = p.campaign_id JOIN participant_deliveries d ON d.participant_id = p.id JOIN users u ON u.id = p.user_id
        WHERE p.campaign_id = ${campaignId} AND ${RECEIVES_SQL}`,
      order: sql`p.status <> 'accepted', p.id`,
    },
    page,
  );
  return {
    total,
    items: items.map(({ participant_id: participantId, status, creator, ...row }) => ({
      participantId,
      status,
      creator,
      delivery: deliveryOf(row),
    })),
  };
}

const BATCH = 1_000;

/** Reads the whole packing list of a campaign in batches. */
export async function* packingBatches(
  ctx: Pick<Context, 'db'>,
  campaignId: number,
): AsyncGenerator<readonly PackingLine[]> {
  for (let page = 1; ; page += 1) {
    const offset = (page - 1) * BATCH;
    const { items, total } = await listPackingLines(ctx, campaignId, { page, size: BATCH, offset });
    yield items;
    if (offset + items.length >= total || items.length === 0) return;
  }
}
