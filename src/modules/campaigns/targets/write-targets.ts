import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../../stores/index.ts';
import { addTargets, type Targets } from '../campaign/targets.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { findTarget, readNamedTargets, type Target } from './read-targets.ts';

/** Version 2's names of the target lists. */
const LIST_NAMES = {
  userTagIds: 'user_tag_ids',
  storeGroupIds: 'store_group_ids',
  agencyIds: 'client_ids',
  revenueTierIds: 'revenue_tier_ids',
};

/**
 * Adds targets to a campaign; existing ones stay.
 * @returns the given targets, existing and new, by id; whether any is new; and the skipped users
 * @throws NotFound when the campaign is deleted; InvalidInput like `addTargets`
 */
export async function addToTargets(
  ctx: Context,
  { campaignId, targets }: { campaignId: number; targets: Targets },
): Promise<{ targets: Target[]; isNew: boolean; skippedUserIds: number[] }> {
  return ctx.db.transaction(async (tx) => {
    const campaign = { ...(await lockCampaign(tx, campaignId)), id: campaignId };
    const { addedIds, skippedUserIds } = await addTargets(
      { ...ctx, db: tx },
      { campaign, targets, fields: LIST_NAMES },
    );
    const isNew = addedIds.length > 0;
    if (isNew) await audit(tx, ctx, 'offer.targets_added', campaignId, { added: addedIds.length });
    if (isNew) await keepPromisedTerms({ ...ctx, db: tx }, campaign);
    return { targets: await readNamedTargets({ db: tx }, campaignId, targets), isNew, skippedUserIds };
  });
}

/**
 * Changes a target of a campaign. If another target already has the value, this one is removed and the other is
 * returned.
 * @param target one entry of one kind; `field`: its name in the request
 * @throws NotFound when the target or the campaign does not exist; InvalidInput for a value that a campaign of this
 * store cannot target
 */
export async function changeTarget(
  ctx: Context,
  { campaignId, targetId, target, field }: { campaignId: number; targetId: number; target: Targets; field: string },
): Promise<Target> {
  return ctx.db.transaction(async (tx) => {
    const campaign = { ...(await lockCampaign(tx, campaignId)), id: campaignId };
    if ((await findTarget({ db: tx }, campaignId, targetId)) === null) throw new NotFound('target');
    const { addedIds, skippedUserIds } = await addTargets(
      { ...ctx, db: tx },
      {
        campaign,
        targets: target,
        fields: LIST_NAMES,
      },
    ).catch((error) => {
      // The error names a list, but the request has a single value.
      throw error instanceof InvalidInput ? new InvalidInput({ [field]: Object.values(error.errors)[0]! }) : error;
    });
    if (skippedUserIds.length > 0)
      throw new InvalidInput({
        [field]: ['must be the id of a user who is neither suspended nor blocked by the store'],
      });
    const [wanted] = await readNamedTargets({ db: tx }, campaignId, target);
    if (wanted === undefined) throw new Error(`offer ${campaignId} lacks the target that it was just given`);
    if (wanted.id === targetId) return wanted;
    await audit(tx, ctx, 'offer.target_changed', campaignId, { target: targetId });
    if (addedIds.length === 0) {
      await deleteTarget(tx, targetId);
      await keepPromisedTerms({ ...ctx, db: tx }, campaign);
      return wanted;
    }
    await deleteTarget(tx, wanted.id);
    await tx.execute(sql`
      UPDATE campaign_targets SET user_id = ${wanted.userId}, user_tag_id = ${wanted.userTagId}, store_group_id = ${wanted.storeGroupId},
        agency_id = ${wanted.agencyId}, revenue_tier_id = ${wanted.revenueTierId}, email = ${wanted.email},
        social_identifier = ${wanted.socialIdentifier}
      WHERE id = ${targetId}`);
    await keepPromisedTerms({ ...ctx, db: tx }, campaign);
    return { ...wanted, id: targetId };
  });
}

/**
 * Removes a target from a campaign; participants stay. @throws NotFound when the target or the campaign does not
 * exist
 */
export async function removeTarget(
  ctx: Context,
  { campaignId, targetId }: { campaignId: number; targetId: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    if ((await findTarget({ db: tx }, campaignId, targetId)) === null) throw new NotFound('target');
    await deleteTarget(tx, targetId);
    await audit(tx, ctx, 'offer.target_removed', campaignId, { target: targetId });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
  });
}

async function deleteTarget(tx: Database, id: number): Promise<void> {
  await tx.execute(sql`DELETE FROM campaign_targets WHERE id = ${id}`);
}

async function audit(tx: Database, ctx: Context, action: string, campaignId: number, details: Record<string, number>) {
  const subject = { subjectKind: 'offer', subjectId: campaignId };
  await writeAudit(tx, { actor: ctx.actor, action, ...subject, details });
}
