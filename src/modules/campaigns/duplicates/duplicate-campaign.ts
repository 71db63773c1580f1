import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { WrittenCampaign } from '../campaign/write-campaign.ts';
import type { CampaignFacts } from '../policy.ts';
import { createFromContent, readContent } from './content.ts';

/**
 * Creates a paused campaign with the content of another one: texts, prices, limits, tasks, audience, commission rules, terms, questions, gift and picture. A shared budget
 * remains shared, because without it the copy could spend more.
 * @param title null: that of the original
 * @throws NotFound; InvalidInput and RuleRefused as `createCampaign`; RuleRefused with a code of CONTENT_ERRORS
 */
export async function duplicateCampaign(
  ctx: Context,
  { original, calendar, title }: { original: CampaignFacts; calendar: Calendar; title: string | null },
): Promise<WrittenCampaign> {
  return ctx.db.transaction(async (tx) => {
    const within = { ...ctx, db: tx };
    const content = await readContent(within, { campaign: original, calendar });
    const store = { id: original.storeId, currency: original.currency };
    return createFromContent(within, { store, calendar, content, title });
  });
}
