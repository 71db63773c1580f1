import type { Context } from '../../../platform/context.ts';
import { createCampaign, type NewCampaign, type WrittenCampaign } from '../campaign/write-campaign.ts';
import { type QuestionText, setQuestions } from './questions.ts';

/**
 * Creates a campaign with what it asks of applicants, in one transaction.
 * @throws what `createCampaign` and `setQuestions` throw
 */
export async function createCampaignWithQuestions(
  ctx: Context,
  { campaign, questions }: { campaign: NewCampaign; questions: readonly QuestionText[] },
): Promise<WrittenCampaign> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const made = await createCampaign(inside, campaign);
    if (questions.length > 0) await setQuestions(inside, { campaignId: made.id, questions });
    return made;
  });
}
