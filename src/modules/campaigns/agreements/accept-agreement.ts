import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';
import {
  type Acceptance,
  type Agreement,
  bindingAgreement,
  currentAgreement,
  recordAcceptance,
  requireAcceptance,
} from './agreement.ts';

/** The terms of a campaign as a holder of its token sees them. */
export interface OwnAgreement {
  /** Null if the campaign has no terms. */
  current: Agreement | null;
  /** The version that the user has agreed to; null if none. */
  binding: Acceptance | null;
}

/** Reads the terms of the campaign with this token. The token grants read access, as for joining. @throws NotFound */
export async function readOwnAgreement(
  ctx: Pick<Context, 'db'>,
  { token, userId }: { token: string; userId: number },
): Promise<OwnAgreement> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`SELECT id FROM campaigns WHERE token = ${token} AND deleted_at IS NULL`,
  );
  if (rows[0] === undefined) throw new NotFound('offer');
  const { id: campaignId } = rows[0];
  return {
    current: await currentAgreement(ctx, campaignId),
    binding: await bindingAgreement(ctx, { campaignId, userId }),
  };
}

/**
 * Accepts the current terms of a campaign for the actor, who takes part in it.
 * @throws NotFound; RuleRefused `not_participating`, `agreement_changed`
 */
export async function acceptAgreement(
  ctx: Context,
  { token, version }: { token: string; version: number },
): Promise<OwnAgreement> {
  const { userId } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      id: number;
      participant_id: number | null;
      status: ParticipantStatus | null;
    }>(sql`
      SELECT o.id, p.id AS participant_id, p.status FROM campaigns o LEFT JOIN participants p ON p.campaign_id = o.id AND p.user_id = ${userId}
      WHERE o.token = ${token} AND o.deleted_at IS NULL FOR SHARE OF o`);
    const row = rows[0];
    if (row === undefined) throw new NotFound('offer');
    if (row.participant_id === null || row.status === null || !mayAccept(row.status))
      throw new RuleRefused('not_participating', 'You do not take part in this campaign: join it first.');
    const agreement = await requireAcceptance(tx, { campaignId: row.id, accepted: version });
    if (agreement === null) throw new NotFound('campaign agreement');
    await recordAcceptance(tx, ctx, { participantId: row.participant_id, agreementId: agreement.id });
    return readOwnAgreement({ db: tx }, { token, userId });
  });
}

const mayAccept = (status: ParticipantStatus) => !['open', 'denied', 'store_denied'].includes(status);
