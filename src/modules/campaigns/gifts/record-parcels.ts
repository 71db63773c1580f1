import { sql } from 'drizzle-orm';
import { realActorId, userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { notify, writeAudit } from '../../accounts/index.ts';
import { setStatus } from '../participants/move-participant.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';
import type { GiftKind } from './gift.ts';

/** Maximum number of parcels in one request. */
export const MAX_PARCELS = 500;
/** How long ago a parcel may have been sent when it is entered. */
const MAX_AGE_MS = 90 * 86_400_000;

export const PARCEL_ERRORS = ['no_product_seeding'] as const;

/** A parcel, or the code of a credit, as the store enters it. */
export interface ParcelInput {
  participantId: number;
  carrier: string;
  number: string;
  trackingUrl: string | null;
  creditCode: string | null;
  /** Null: when it was entered first. */
  sentAt: Date | null;
}

type Receiver = {
  id: number;
  status: ParticipantStatus;
  kind: GiftKind | null;
  has_code: boolean;
  carrier: string | null;
  number: string | null;
  credit_code: string | null;
};

/**
 * Records what was sent to participants: those who were accepted become `product_sent`. Entering a parcel again corrects it, and withdraws that nothing
 * has arrived. Creators are notified of a new or a changed number.
 * @throws NotFound; InvalidInput naming a parcel; RuleRefused `no_product_seeding`
 */
export async function recordParcels(
  ctx: Context,
  { campaignId, parcels }: { campaignId: number; parcels: readonly ParcelInput[] },
): Promise<void> {
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { rows: campaigns } = await tx.execute<{ has_product_seeding: boolean }>(
      sql`SELECT has_product_seeding FROM campaigns WHERE id = ${campaignId} AND deleted_at IS NULL FOR SHARE`,
    );
    if (campaigns[0] === undefined) throw new NotFound('offer');
    if (!campaigns[0].has_product_seeding)
      throw new RuleRefused('no_product_seeding', 'This campaign sends no products.');
    const ids = parcels.map(({ participantId }) => participantId);
    const { rows } = await tx.execute<Receiver>(sql`
      SELECT p.id, p.status, g.kind, g.credit_code IS NOT NULL AS has_code, x.carrier, x.number, x.credit_code
      FROM participants p LEFT JOIN participant_gifts x ON x.participant_id = p.id LEFT JOIN campaign_gifts g ON g.id = x.gift_id
      WHERE p.campaign_id = ${campaignId} AND p.id = ANY (${sql.param(ids)}::bigint[]) ORDER BY p.id FOR UPDATE OF p`);
    const receivers = new Map(rows.map((row) => [row.id, row]));
    refuseFaults(parcels, receivers, now);
    const changed = parcels.filter((parcel) => isNews(parcel, receivers.get(parcel.participantId)!));
    await write(tx, parcels, now);
    const accepted = rows.filter(({ status }) => status === 'accepted').map(({ id }) => id);
    if (accepted.length > 0)
      await setStatus(tx, {
        participantIds: accepted,
        from: 'accepted',
        to: 'product_sent',
        actorId: userOf(realActorId(ctx.actor)),
        at: now,
      });
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.parcels_recorded',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { participants: ids },
    });
    await notifyOfParcels(tx, changed, now);
  });
}

const isNews = (parcel: ParcelInput, before: Receiver): boolean =>
  before.status === 'accepted' ||
  parcel.number !== before.number ||
  parcel.carrier !== before.carrier ||
  (parcel.creditCode !== null && parcel.creditCode !== before.credit_code);

function refuseFaults(parcels: readonly ParcelInput[], receivers: ReadonlyMap<number, Receiver>, now: Date): void {
  const errors: Record<string, string[]> = {};
  const seen = new Set<number>();
  for (const [index, parcel] of parcels.entries()) {
    const field = `parcels.${index}`;
    const receiver = receivers.get(parcel.participantId);
    if (receiver === undefined) errors[`${field}.participant_id`] = ['must be a participant of this campaign'];
    else if (seen.has(receiver.id)) errors[`${field}.participant_id`] = ['must not hold an entry twice'];
    else if (receiver.status !== 'accepted' && receiver.status !== 'product_sent')
      errors[`${field}.participant_id`] = ['must be accepted and not have received the product'];
    else if (receiver.kind === 'credit') {
      if (parcel.creditCode === null && !receiver.has_code)
        errors[`${field}.credit_code`] = ['is required for a credit without a code for all'];
    } else {
      if (parcel.creditCode !== null) errors[`${field}.credit_code`] = ['must be given for a credit only'];
      if (parcel.carrier === '') errors[`${field}.carrier`] = ['is required'];
      if (parcel.number === '') errors[`${field}.number`] = ['is required'];
    }
    seen.add(parcel.participantId);
    if (parcel.sentAt !== null && (parcel.sentAt > now || now.getTime() - parcel.sentAt.getTime() > MAX_AGE_MS))
      errors[`${field}.sent_at`] = ['must be within the last 90 days'];
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

async function write(tx: Database, parcels: readonly ParcelInput[], now: Date): Promise<void> {
  const at = now.toISOString();
  await tx.execute(sql`
    INSERT INTO participant_gifts AS x (participant_id, assigned_at, carrier, number, tracking_url, credit_code, sent_at, noted_at)
    SELECT w."participantId", ${at}, w.carrier, w.number, w."trackingUrl", w."creditCode", coalesce(w."sentAt", ${at}), ${at}
    FROM json_to_recordset(${JSON.stringify(parcels)})
      AS w ("participantId" bigint, carrier text, number text, "trackingUrl" text, "creditCode" text, "sentAt" timestamptz)
    ON CONFLICT (participant_id) DO UPDATE SET carrier = excluded.carrier, number = excluded.number, tracking_url = excluded.tracking_url,
      credit_code = excluded.credit_code, sent_at = excluded.sent_at, not_received_at = NULL, not_received = '',
      delivered_at = CASE WHEN x.number = excluded.number THEN x.delivered_at END,
      noted_at = CASE WHEN x.number = excluded.number AND x.not_received_at IS NULL THEN coalesce(x.noted_at, excluded.noted_at) ELSE excluded.noted_at END`);
}

/** Notifies creators of what was sent. The code of a credit is only in the console. */
async function notifyOfParcels(tx: Database, parcels: readonly ParcelInput[], at: Date): Promise<void> {
  if (parcels.length === 0) return;
  const of = new Map(parcels.map((parcel) => [parcel.participantId, parcel]));
  const { rows } = await tx.execute<{
    id: number;
    user_id: number;
    campaign_id: number;
    title: string;
    store_name: string;
  }>(sql`
    SELECT p.id, p.user_id, o.id AS campaign_id, o.shown_title AS title, s.name AS store_name
    FROM participants p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
    WHERE p.id = ANY (${sql.param([...of.keys()])}::bigint[]) AND p.user_id IS NOT NULL ORDER BY p.id`);
  const news = rows.map(({ id, user_id: userId, campaign_id: campaignId, title: campaign, store_name: store }) => {
    const { carrier, number } = of.get(id)!;
    return {
      message: 'parcel_sent' as const,
      values: { campaign, store, parcel: `${carrier} ${number}`.trim() },
      to: { userId },
      path: `/console/creator/campaigns/${campaignId}`,
    };
  });
  await notify(tx, at, news);
}
