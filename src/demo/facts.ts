import type pg from 'pg';
import type { Campaigns } from './campaigns.ts';
import type { DemoIds } from './demo-file.ts';
import type { DemoFacts } from './demo-state.ts';
import { type DemoLink, reportedLink } from './links.ts';
import type { People } from './people.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

interface Market {
  time: Timeline;
  people: People;
  market: Stores;
  campaigns: Campaigns;
  creatorParticipation: number;
  links: readonly DemoLink[];
}

/** Reads the ids of the loaded marketplace for scripts. */
export async function factsOf(client: pg.ClientBase, market: Market): Promise<DemoFacts> {
  const { users, groups, agencies, tiers, tags } = market.people;
  const { stores, categories } = market.market;
  const { rows } = await client.query<
    Pick<DemoIds, 'store_invoice' | 'client_invoice' | 'material'> & DemoFacts['emails'] & { token: string }
  >(
    `SELECT (SELECT id FROM invoices WHERE store_id = $1 AND month = $3) AS store_invoice,
      (SELECT id FROM invoices WHERE agency_id = $2 AND month = $3 AND currency = 'SEK') AS client_invoice,
      (SELECT token FROM campaigns WHERE id = $4) AS token, (SELECT min(id) FROM campaign_materials WHERE campaign_id = $4) AS material,
      (SELECT email FROM users WHERE id = $5) AS creator, (SELECT email FROM users WHERE id = $6) AS advertiser`,
    [stores.nordicRunner, agencies.nordljus, market.time.firstMonth, market.campaigns.trail, users.linnea, users.maja],
  );
  const { store_invoice, client_invoice, token, material, creator, advertiser } = rows[0]!;
  return {
    ids: {
      store: stores.nordicRunner,
      other_store: stores.blattwerk,
      user: users.linnea,
      other_user: users.finn,
      client: agencies.nordljus,
      admin_user: users.ingrid,
      advertiser_user: users.maja,
      store_group: groups.sweden,
      store_category: categories.sport,
      user_tag: tags.running,
      revenue_tier: tiers.gold,
      offer: market.campaigns.trail,
      standard_offer: market.campaigns.runningWeeks,
      other_offer: market.campaigns.balcony,
      material,
      offer_user: market.creatorParticipation,
      affiliate_link: reportedLink(market.links).id,
      store_invoice,
      client_invoice,
    },
    offer_token: token,
    token_owners: {
      admin: users.ingrid,
      advertiser: users.maja,
      creator: users.linnea,
      agency: users.astrid,
      other_advertiser: users.carla,
      other_creator: users.finn,
    },
    emails: { creator, advertiser },
  };
}
