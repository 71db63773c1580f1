import { Type } from 'typebox';
import { dateTime, day, id, list, nameSchemas, oneOf, text, whole } from '../../platform/http/fields.ts';
import { pageQuery, sortQuery, v2Envelope } from '../../platform/pagination.ts';
import { PricedAdvertiser } from '../stores/index.ts';
import { settingFields, settingFilters } from './settings/schemas.ts';

/** Maximum length of a normalized URL; pasted URLs are shorter. */
const pastedUrl = text({
  min: 1,
  max: 4096,
  description: 'Any page of a store, as typed or pasted. A missing scheme is read as https.',
  examples: ['https://www.shop.example/shoes/red-runner?size=42'],
});

const advertiserReference = Type.Object({ id: id(), name: Type.String() });

const singleLinkFields = {
  url: Type.String({
    description: 'The tracked URL; for a dry run that finds no existing link, the product URL itself.',
  }),
  original_url: Type.String({ description: 'The address that the link redirects to.' }),
  user_id: id({ description: 'The creator.' }),
  country: Type.String({ description: 'The store’s country, two letters.' }),
  provider: Type.String({
    description: 'The network that brokers the store; `tributary` unless its feed names another.',
  }),
  advertiser: advertiserReference,
  title: Type.String(),
};

export const SingleLink = Type.Object(singleLinkFields);

const CreatedLink = Type.Object({
  status: Type.Literal('success'),
  affiliate_link: Type.Object({
    status: oneOf(['created', 'existing', 'dry'], { description: '`dry`: nothing was written.' }),
    ...singleLinkFields,
  }),
});

const SeveralAdvertisers = Type.Object(
  { advertisers: Type.Array(PricedAdvertiser) },
  {
    description:
      'Several stores match the URL equally. Call again with the `advertiser_id` of one of them. (The contract does not specify this body.)',
  },
);

export const CreateReply = Type.Union([CreatedLink, SeveralAdvertisers]);

export const CreateBody = Type.Object({
  url: pastedUrl,
  advertiser_id: Type.Optional(id({ description: 'Only this store is matched.' })),
  advertiser_preview: Type.Optional(
    Type.Boolean({ description: 'Match the given store although it is hidden; for its members and administrators.' }),
  ),
  advertiser_group_id: Type.Optional(id({ description: 'Only stores of this group are matched.' })),
  dry: Type.Optional(Type.Boolean({ description: 'Return the result without writing anything.' })),
  ...settingFields,
});

export const CreateBodyV3 = Type.Object({
  url: pastedUrl,
  advertiser_id: Type.Optional(id({ description: 'Only this store is matched.' })),
});

export const InspectBody = Type.Object({
  url: Type.String({
    maxLength: 8192,
    description: 'Any text. The result for a text that is not a URL is `invalid_url`.',
  }),
  ignore_advertiser_visibility: Type.Optional(Type.Boolean({ description: 'Include hidden stores.' })),
});

export const inspectionResult = () =>
  oneOf([
    'single_advertiser',
    'multiple_advertisers',
    'no_advertiser',
    'blocked',
    'invalid_url',
    'not_visible',
  ] as const);

export const Inspection = Type.Object({
  inspection_result: inspectionResult(),
  matching_advertisers: Type.Array(PricedAdvertiser),
});

export const userListQuery = {
  advertiser_id: Type.Optional(id({ description: 'An existing store.' })),
  date_from: Type.Optional(day({ description: 'Links created on this day or later; not after `date_to`.' })),
  date_to: Type.Optional(day({ description: 'Links created on this day or earlier; not before `date_from`.' })),
  ...settingFilters,
  include: Type.Optional(list(oneOf(['stats', 'advertiser']), { max: 2 })),
  sort_by: sortQuery(['number_of_clicks', 'cost_creator_approved', 'created_at']),
  ...pageQuery(),
};

export const listQuery = {
  user_id: Type.Optional(id({ description: 'An existing user.' })),
  ...userListQuery,
};

export const LinkList = v2Envelope(
  Type.Object({
    id: id(),
    title: Type.String(),
    service_url: Type.String({ description: 'The tracked URL.' }),
    user_id: id(),
    created_at: dateTime(),
    advertiser: Type.Optional(advertiserReference),
    number_of_clicks: Type.Optional(whole({ description: 'With include `stats`: counted clicks, all time.' })),
    cost_creator_approved: Type.Optional(
      whole({ description: 'With include `stats`: earnings from clicks and approved orders, minor units.' }),
    ),
    cost_creator_potential: Type.Optional(
      whole({ description: 'With include `stats`: of pending orders, minor units.' }),
    ),
    currency: Type.Optional(Type.String({ description: 'With include `stats`: the currency of the earnings.' })),
  }),
);

nameSchemas({
  SingleLink,
  CreatedLink,
  SeveralAdvertisers,
  LinkInput: CreateBody,
  UrlInspectionInput: InspectBody,
  UrlInspection: Inspection,
  LinkPage: LinkList,
});
