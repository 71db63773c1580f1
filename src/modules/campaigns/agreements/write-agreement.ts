import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { notifyOfChange } from '../mails/notify-of-change.ts';
import { currentAgreement } from './agreement.ts';

/** Maximum number of versions of a campaign's terms, because participants are notified of each. */
export const MAX_VERSIONS = 100;

export const WRITE_ERRORS = ['not_joinable', 'too_many_versions'] as const;

/** A version without its text. */
export interface AgreementVersion {
  version: number;
  sha256: string;
  createdAt: Date;
  endedAt: Date | null;
}

/**
 * Attaches terms to a campaign. A different text becomes a new version, and the participants are notified. The same text changes
 * nothing. Participants who have agreed to an earlier version remain bound by it.
 * @throws NotFound; RuleRefused with a code of WRITE_ERRORS
 */
export async function writeAgreement(
  ctx: Context,
  { campaignId, text }: { campaignId: number; text: string },
): Promise<void> {
  const hash = createHash('sha256').update(text).digest();
  const at = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const { type } = await lockCampaign(tx, campaignId);
    if (type === 'standard') throw new RuleRefused('not_joinable', 'A standard campaign has no participants.');
    const current = await currentAgreement({ db: tx }, campaignId);
    if (current?.sha256 === hash.toString('hex')) return;
    const { rows } = await tx.execute<{ latest: number }>(
      sql`SELECT coalesce(max(version), 0) AS latest FROM campaign_agreements WHERE campaign_id = ${campaignId}`,
    );
    const version = rows[0]!.latest + 1;
    if (version > MAX_VERSIONS)
      throw new RuleRefused('too_many_versions', `A campaign can have ${MAX_VERSIONS} versions of its terms.`);
    await endCurrent(tx, campaignId, at);
    await tx.execute(sql`
      INSERT INTO campaign_agreements (campaign_id, version, text, text_sha256, created_by, created_at)
      VALUES (${campaignId}, ${version}, ${text}, ${hash}, ${ctx.actor.userId}, ${at.toISOString()})`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.agreement_changed',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { version, sha256: hash.toString('hex') },
    });
    await notifyOfChange(tx, { campaignId, at, change: { message: 'agreement_changed', values: { version } } });
  });
}

/**
 * Removes the terms of a campaign. Participants who have agreed to them remain bound.
 * @throws NotFound when the campaign has no terms
 */
export async function endAgreement(ctx: Context, campaignId: number): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockCampaign(tx, campaignId);
    if (!(await endCurrent(tx, campaignId, ctx.now()))) throw new NotFound('campaign agreement');
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.agreement_ended',
      subjectKind: 'offer',
      subjectId: campaignId,
    });
  });
}

/** Lists the versions of a campaign's terms, the newest first. `writeAgreement` limits their number. */
export async function listVersions({ db }: Pick<Context, 'db'>, campaignId: number): Promise<AgreementVersion[]> {
  const { rows } = await db.execute<{
    version: number;
    sha256: string;
    created_at: string;
    ended_at: string | null;
  }>(sql`
    SELECT version, encode(text_sha256, 'hex') AS sha256, created_at, ended_at FROM campaign_agreements
    WHERE campaign_id = ${campaignId} ORDER BY version DESC LIMIT ${MAX_VERSIONS}`);
  return rows.map(({ created_at: createdAt, ended_at: endedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  }));
}

/** @returns whether there was a current version */
async function endCurrent(tx: Database, campaignId: number, at: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE campaign_agreements SET ended_at = ${at.toISOString()} WHERE campaign_id = ${campaignId} AND ended_at IS NULL`);
  return (rowCount ?? 0) > 0;
}
