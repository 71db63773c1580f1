import { type Static, Type } from 'typebox';
import { day, email, flag01, id, list, nameText, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';
import { MAX_PRICE_MINOR } from '../../stores/index.ts';
import { PARTICIPANT_STATUSES } from '../participants/moves.ts';

const price = (description: string) =>
  Type.Optional(whole({ min: 0, max: MAX_PRICE_MINOR, description: `Minor units: ${description}` }));
const fraction = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));
const limit = (description: string) => Type.Optional(nullable(whole({ min: 0, max: 1_000_000, description })));
const entries = (description: string) => Type.Optional(list(Type.Object({ id: id() }), { max: 1000, description }));

const prices = {
  cpc: price('what a click is worth.'),
  social_cpc: price('a click from a social network; until it is set, cpc holds for those, too.'),
  cpa: fraction('Fraction of an order’s value.'),
  social_cpa: fraction('Likewise after a click from a social network; until it is set, cpa holds for those, too.'),
};

const required = { name: nameText({ max: 64 }), active: flag01({ description: '0: paused.' }) };
const priority = whole({ min: 1, max: 100, description: 'Of two running offers the higher one prices a click.' });

const optional = {
  ...prices,
  from: Type.Optional(nullable(day({ description: 'The first day, in the platform’s time zone. Null: open.' }))),
  to: Type.Optional(nullable(day({ description: 'The last day, in the platform’s time zone. Null: open.' }))),
  max_clicks: limit('0 or null: no limit.'),
  max_money: limit('Major units; 0 or null: no limit.'),
  one_time_payment: limit('Major units; 0 or null: none.'),
  type: Type.Optional(oneOf(['standard', 'user_accept', 'store_accept'])),
  store_visibility: Type.Optional(
    nullable(
      Type.Unsafe<0 | 1 | 2>(
        whole({ min: 0, max: 2, description: '0 or null: as the store is, 1 hides the store, 2 shows it.' }),
      ),
    ),
  ),
  offer_campaign_show: Type.Optional(flag01()),
  offer_campaign_title: Type.Optional(text({ max: 64 })),
  offer_campaign_text: Type.Optional(text({ max: 1056 })),
  offer_influencer_text: Type.Optional(
    text({ max: 255, description: 'Kept with the campaign; no record of the interface shows it.' }),
  ),
  clients: entries('Agencies.'),
  revenue_tiers: entries('Revenue tiers.'),
  store_groups: entries('Markets.'),
  users: entries('Users; of these the unknown, suspended and blocked ones are passed over.'),
  user_tags: entries('Common tags and the store’s own.'),
  show_for_advertiser: Type.Optional(flag01()),
  email_users: Type.Optional(
    list(email(), { max: 1000, description: 'Whoever joins with such an address takes part.' }),
  ),
  social_media_users: Type.Optional(
    list(text({ min: 1, max: 30 }), { max: 1000, description: 'Likewise, by a social identifier.' }),
  ),
  each_user_limit: Type.Optional(flag01({ description: '1: the limits are each participant’s own.' })),
};

const todo = list(text({ min: 1, max: 255 }), { max: 100, description: 'What participants agree to do.' });

/** A campaign as the unversioned paths make it. */
export const LegacyCampaignBody = Type.Object({ ...required, priority, ...optional, _todo: Type.Optional(todo) });

/** The whole of a campaign as they replace it. */
export const LegacyCampaignPutBody = Type.Object({ ...required, priority, ...optional });

/** What is left out stays as it is. */
export const LegacyCampaignPatchBody = Type.Object({
  name: Type.Optional(required.name),
  active: Type.Optional(required.active),
  priority: Type.Optional(priority),
  ...optional,
});

export type LegacyCampaignInput = Static<typeof LegacyCampaignPatchBody> & { _todo?: string[] };

/** The store's terms for one user. */
export const UserTermsBody = Type.Object(prices, { description: 'At least one of them.' });

/** Whom to add to a campaign. */
export const AddUsersBody = Type.Object({
  users: entries('Unknown, suspended and blocked users are passed over, and those who take part already.'),
  user_tags: entries('Common tags and the store’s own: everybody who has one of them now.'),
});

const time = () => Type.String({ description: 'UTC.', examples: ['2030-01-31 12:00:00'] });

const campaignUserFields = {
  id: id(),
  offer_id: id(),
  user_id: id(),
  clicks: whole({ min: 0, description: 'Paid clicks under this campaign.' }),
  status: oneOf(PARTICIPANT_STATUSES),
  created_at: time(),
  updated_at: time(),
};

export const LegacyCampaignUser = Type.Object(campaignUserFields);

export const LegacyCampaignUserList = legacyEnvelope(
  Type.Object({
    ...campaignUserFields,
    username: Type.String(),
    email: Type.String({ description: 'Empty until the creator has come to the store.' }),
    is_suspended: Type.Boolean(),
    is_verified: Type.Boolean(),
  }),
);

/** The size of a page that nobody says the size of. */
export const USUAL_SIZE = 20;
export const campaignUserQuery = pageQuery({ defaultSize: USUAL_SIZE, maxSize: 100 });
