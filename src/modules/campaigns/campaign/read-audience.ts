import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Maximum number of entries read of each kind. */
export const MAX_OF_A_KIND = 1000;

interface Named {
  id: number;
  name: string;
}

/** The groups of users that a campaign targets, by id. */
export interface Audience {
  agencies: Named[];
  storeGroups: Named[];
  revenueTiers: Named[];
  userTags: Named[];
}

type AudienceRow = Named & { kind: keyof Audience };

/** Reads the groups that a campaign targets, at most `MAX_OF_A_KIND` of each kind. */
export async function readAudience({ db }: Pick<Context, 'db'>, campaignId: number): Promise<Audience> {
  const { rows } = await db.execute<AudienceRow & Record<string, unknown>>(sql`
    SELECT kind, id, name FROM (
      SELECT kind, id, name, row_number() OVER (PARTITION BY kind ORDER BY id) AS nth FROM (
        SELECT 'agencies' AS kind, c.id, c.name FROM campaign_targets t JOIN agencies c ON c.id = t.agency_id WHERE t.campaign_id = ${campaignId}
        UNION ALL
        SELECT 'storeGroups', g.id, g.name FROM campaign_targets t JOIN store_groups g ON g.id = t.store_group_id WHERE t.campaign_id = ${campaignId}
        UNION ALL
        SELECT 'revenueTiers', r.id, r.name FROM campaign_targets t JOIN revenue_tiers r ON r.id = t.revenue_tier_id
        WHERE t.campaign_id = ${campaignId}
        UNION ALL
        SELECT 'userTags', u.id, u.name FROM campaign_targets t JOIN user_tags u ON u.id = t.user_tag_id WHERE t.campaign_id = ${campaignId}
      ) named
    ) counted WHERE nth <= ${MAX_OF_A_KIND} ORDER BY kind, id`);
  const audience: Audience = { agencies: [], storeGroups: [], revenueTiers: [], userTags: [] };
  for (const { kind, id, name } of rows) audience[kind].push({ id, name });
  return audience;
}
