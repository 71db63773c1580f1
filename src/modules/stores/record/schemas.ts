import { Type } from 'typebox';
import { flag01, id, list, money, nameSchemas, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { MAX_PRICE_MINOR } from '../../../platform/limits.ts';
import { wireSchemas } from '../../../platform/record-fields/field.ts';
import { MAX_CATEGORIES_OF_STORE } from './categories.ts';
import { MAX_DOMAINS } from './claim-domains.ts';
import { STORE_FIELDS } from './fields.ts';
import { CPO_MODES } from './own-prices.ts';
import { MAX_USERS } from './store-users.ts';

const time = (description = 'YYYY-MM-DD HH:MM:SS, UTC.') =>
  Type.String({ description, examples: ['2030-01-31 12:00:00'] });
const orEmpty = (what: string) => Type.String({ description: `${what}; empty when there is none.` });
const minor = (what: string) => whole({ min: 0, description: `${what}, in minor units; 0 if it is not set.` });
const fraction = (what: string) =>
  Type.Number({ description: `${what}, a fraction of its value; 0 if it is not set.` });

const MODE = '`added`: an order pays the fixed amount and the part of its value; `larger`: the larger one.';
const MINIMUM = 'Orders whose value less refunds is below this earn nothing.';

const storeFields = {
  ...wireSchemas(STORE_FIELDS, 'legacy', 'show'),
  id: id(),
  feed_id: whole({ description: 'Always 0: stores are not read from feeds.' }),
  revenue_cpc: minor('What a click pays'),
  social_revenue_cpc: minor('What a click from a social network pays; without a price of its own, what any pays'),
  invoice_cpc: minor('What the store is billed for a click'),
  invoice_social_cpc: minor('What it is billed for one from a social network'),
  revenue_cpa: fraction('What an order pays'),
  revenue_text: Type.String({ description: 'Always empty.' }),
  revenue_of_commision: Type.Number({
    description: 'Always 0: shares are the platform’s, the client’s or the tier’s.',
  }),
  revenue_social_cpa: fraction('What an order from a social network pays'),
  invoice_social_cpa: fraction('What the store is billed for one'),
  invoice_cpa: fraction('What the store is billed for an order'),
  revenue_cpo: nullable(money({ description: 'A fixed amount that an order pays; null: none. (An addition.)' })),
  revenue_social_cpo: nullable(money({ description: 'The same after a click from a social network. (An addition.)' })),
  invoice_cpo: nullable(money({ description: 'What the store is billed for the fixed amount. (An addition.)' })),
  invoice_social_cpo: nullable(money({ description: 'The same after a click from a social network. (An addition.)' })),
  cpo_mode: oneOf(CPO_MODES, { description: `${MODE} (An addition.)` }),
  minimum_order: nullable(money({ description: `${MINIMUM} Null: there is none. (An addition.)` })),
  td_earning: Type.Number({ description: 'Always 0.' }),
  logo_url: Type.String({ description: 'A neutral picture until there is a logo.' }),
  status: Type.Integer({ minimum: 0, maximum: 1, description: '1 active, 0 deactivated.' }),
};

/** A store on the unversioned paths. */
export const LegacyStore = Type.Object(storeFields);

/** The store with its domains and categories, in replies to reading and changing it. */
export const StoreWithUrls = Type.Object({
  ...storeFields,
  urls: Type.Array(
    Type.Object({
      id: id(),
      store_id: id(),
      end_host: Type.String({ description: 'The domain; hosts below it are the store’s, too.', examples: ['shop.se'] }),
      start_url: Type.String({ examples: ['https://shop.se/'] }),
      created_at: time(),
      updated_at: time(),
    }),
    { maxItems: MAX_DOMAINS },
  ),
  store_categories: Type.Array(Type.Object({ id: id(), name: Type.String() }), { maxItems: MAX_CATEGORIES_OF_STORE }),
});

/** A member of a store. */
export const storeUserFields = {
  id: id(),
  username: Type.String(),
  email: Type.String(),
  created_at: time(),
  updated_at: time(),
  admin: flag01(),
  last_active: time('YYYY-MM-DD HH:MM:SS; empty: never.'),
  first_name: orEmpty('First name'),
  surname: orEmpty('Surname'),
  country: orEmpty('Two letters'),
  city: orEmpty('City'),
  address: orEmpty('Street and number'),
  postcode: orEmpty('Postcode'),
  tier_pricing_type: orEmpty('Kind of the tier’s prices'),
  config: Type.String({ description: 'JSON.' }),
  sign_user_agreement: time('When the agreement was signed, YYYY-MM-DD HH:MM:SS; empty: not yet.'),
  revenue_tier_id: whole({ min: 0, description: '0: none.' }),
  recruitment_utm: orEmpty('Campaign that the person came by'),
  is_suspended: Type.Boolean(),
  is_verified: Type.Boolean(),
  pivot: Type.Object({ store_id: id(), user_id: id() }),
};

/** The reply of a registration: the store with its members. */
export const StoreWithUsers = Type.Object({
  ...storeFields,
  users: Type.Array(Type.Object(storeUserFields), { maxItems: MAX_USERS }),
});

/** A domain as typed. */
export const typedDomain = text({
  min: 1,
  max: 255,
  description: 'A host name or a URL. It includes subdomains, and must not be a public suffix.',
  examples: ['shop.se', 'https://www.shop.se/'],
});

export const categoryIds = list(id(), { max: MAX_CATEGORIES_OF_STORE, description: 'Ids of existing categories.' });

const cpc = (description: string) =>
  whole({ min: 0, max: MAX_PRICE_MINOR, description: `Minor units. ${description}` });
/** The prices of clicks in general, and of clicks from social networks. */
export const storePrices = {
  revenue_cpc: cpc('What a click pays.'),
  social_revenue_cpc: cpc('What a click from a social network pays.'),
};

const cpa = (description: string) =>
  Type.Number({
    minimum: 0,
    maximum: 1,
    description: `${description}, a fraction of its value; kept with six digits.`,
  });

export const StoreChanges = Type.Object({
  hidden: flag01({ description: '1: creators neither see it nor make links to it.' }),
  revenue_cpc: Type.Optional(storePrices.revenue_cpc),
  social_revenue_cpc: Type.Optional(storePrices.social_revenue_cpc),
  revenue_cpa: Type.Optional(cpa('What an order pays')),
  revenue_social_cpa: Type.Optional(cpa('What an order from a social network pays')),
  revenue_cpo: Type.Optional(
    nullable(
      money({
        description: 'A fixed amount that an order pays, in the store’s currency; null removes it. (An addition.)',
      }),
    ),
  ),
  revenue_social_cpo: Type.Optional(
    nullable(
      money({ description: 'The same after a click from a social network; null: as any order. (An addition.)' }),
    ),
  ),
  cpo_mode: Type.Optional(oneOf(CPO_MODES, { description: `${MODE} (An addition.)` })),
  minimum_order: Type.Optional(
    nullable(money({ description: `${MINIMUM} In the store’s currency; null removes it. (An addition.)` })),
  ),
  domains: Type.Optional(
    list(typedDomain, {
      max: MAX_DOMAINS,
      description:
        'All domains of the store; domains that are not listed are removed, with their proofs. A domain that is added again must be proven again (`GET /v2/stores/{store}/domains`); until then links to it earn nothing.',
    }),
  ),
  categories: Type.Optional(categoryIds),
});

nameSchemas({ LegacyStore, StoreWithUrls, StoreWithUsers, StoreInput: StoreChanges });
