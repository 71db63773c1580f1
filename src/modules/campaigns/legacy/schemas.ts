import { type Static, Type } from 'typebox';
import { email, id, list, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_PRICE_MINOR } from '../../../platform/limits.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';
import { requireOnly, wireSchemas } from '../../../platform/record-fields/field.ts';
import { CAMPAIGN_FIELDS, CAMPAIGN_TYPES } from '../campaign/fields.ts';
import { SingleLegacyCampaign } from '../campaign/schemas.legacy.ts';
import { PARTICIPANT_FIELDS } from '../participants/fields.ts';

const OR_STORE = 'Null: none of its own, so that the store’s applies. 0: nothing is paid.';
const price = (description: string) =>
  Type.Optional(
    nullable(whole({ min: 0, max: MAX_PRICE_MINOR, description: `Minor units: ${description} ${OR_STORE}` })),
  );
const fraction = (description: string) =>
  Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 1, description: `${description} ${OR_STORE}` })));
const entries = (description: string) => Type.Optional(list(Type.Object({ id: id() }), { max: 1000, description }));

const prices = {
  cpc: price('the price of a click.'),
  social_cpc: price('the price of a click from a social network; if it is not set, `cpc` applies.'),
  cpa: fraction('Fraction of an order’s value.'),
  social_cpa: fraction('The same after a click from a social network; if it is not set, `cpa` applies.'),
};

/** The fields that are not plain fields. */
const rest = {
  ...prices,
  clients: entries('Agencies.'),
  revenue_tiers: entries('Revenue tiers.'),
  store_groups: entries('Markets.'),
  users: entries('Users. Unknown, suspended and blocked users are skipped.'),
  user_tags: entries('Common tags and the store’s own.'),
  email_users: Type.Optional(
    list(email(), { max: 1000, description: 'Users who join with one of these addresses participate.' }),
  ),
  social_media_users: Type.Optional(
    list(text({ min: 1, max: 30 }), {
      max: 1000,
      description: 'Users who join with one of these social identifiers participate.',
    }),
  ),
};
const plain = wireSchemas(CAMPAIGN_FIELDS, 'legacy', 'write');
const complete = { ...requireOnly(plain, ['name', 'active', 'priority']), ...rest };

const todo = list(text({ min: 1, max: 255 }), { max: 100, description: 'What participants agree to do.' });

/** The body of a request that creates a campaign by the unversioned paths. */
export const LegacyCampaignBody = Type.Object({ ...complete, _todo: Type.Optional(todo) });

/** What the record of a campaign may show, although a request may not set it. */
const returned = {
  name: text({
    max: 255,
    description: 'At most 64 characters, on one line. A longer one from API v2 can be sent back.',
  }),
  type: oneOf(CAMPAIGN_TYPES, { description: 'Only API v2 creates campaigns of type `suggestion`.' }),
  max_money: nullable(
    whole({
      min: 0,
      max: 1_000_000_000,
      description:
        'Major units; 0 or null: no limit. At most 1000000. A higher limit from API v2, or one of 0, can be sent back.',
    }),
  ),
};

const { clients: _, store_groups: __, user_tags: ___, ...record } = SingleLegacyCampaign.properties;
/** The fields of the record that no request sets. They are accepted as they were read. */
export const READ_ONLY = Object.keys(record).filter((field) => !(field in plain) && !(field in prices));
const readOnly = Object.fromEntries(
  Object.entries(record)
    .filter(([field]) => READ_ONLY.includes(field))
    .map(([field, schema]) => [field, Type.Optional(schema)]),
);

/** The body of a request that replaces a campaign by the unversioned paths. */
export const LegacyCampaignPutBody = Type.Object({
  ...requireOnly({ ...plain, ...returned }, ['name', 'active', 'priority']),
  ...rest,
  ...readOnly,
});

/** The body of a request that changes fields of a campaign. Omitted fields are unchanged. */
export const LegacyCampaignReturnedBody = Type.Object({
  ...requireOnly({ ...plain, ...returned }, []),
  ...rest,
  ...readOnly,
});

export type LegacyCampaignReturned = Static<typeof LegacyCampaignReturnedBody>;

/** The values that a change may set. */
export const LegacyCampaignPatchBody = Type.Object({ ...requireOnly(plain, []), ...rest });

export type LegacyCampaignInput = Static<typeof LegacyCampaignPatchBody> & { _todo?: string[] };

/** The store's terms for one user. */
export const UserTermsBody = Type.Object(prices, { description: 'At least one of them.' });

/** The users to add to a campaign. */
export const AddUsersBody = Type.Object({
  users: entries('Unknown, suspended and blocked users, and existing participants, are skipped.'),
  user_tags: entries('Common tags and the store’s own. Adds all users who have one of them now.'),
});

const campaignUserFields = {
  ...wireSchemas(PARTICIPANT_FIELDS, 'legacy', 'show'),
  user_id: id(),
  clicks: whole({ min: 0, description: 'Paid clicks under this campaign.' }),
};

export const LegacyCampaignUser = Type.Object(campaignUserFields);

export const LegacyCampaignUserList = legacyEnvelope(
  Type.Object({
    ...campaignUserFields,
    username: Type.String(),
    email: Type.String({ description: 'Empty until the creator has a relationship with the store.' }),
    is_suspended: Type.Boolean(),
    is_verified: Type.Boolean(),
  }),
);

export const campaignUserQuery = pageQuery();

nameSchemas({
  LegacyCampaignInput: LegacyCampaignBody,
  LegacyCampaignPutInput: LegacyCampaignPutBody,
  LegacyCampaignReturnedInput: LegacyCampaignReturnedBody,
  LegacyCampaignPatchInput: LegacyCampaignPatchBody,
  LegacyCampaignUser,
  LegacyCampaignMemberPage: LegacyCampaignUserList,
});
