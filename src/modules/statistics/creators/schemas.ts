import { Type } from 'typebox';
import {
  dateTime,
  day,
  id,
  minorMoney,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { earlierName, pageQuery, sortQuery, v2Envelope } from '../../../platform/pagination.ts';
import { LINK_REFUSALS } from '../../clicks/index.ts';
import { settingFilters } from '../../links/index.ts';
import { CREATOR_LINK_SORTS, CREATOR_LINK_STATES } from './list-creator-links.ts';

const figures = {
  clicks: whole({ description: 'Counted clicks.' }),
  orders: whole({ description: 'Orders, approved and pending.' }),
  click_earnings: minorMoney('The creator’s earnings from clicks.'),
  order_earnings: minorMoney('Of orders, approved and pending.'),
  click_earnings_minor: whole(earlierName('click_earnings')),
  order_earnings_minor: Type.Integer(earlierName('order_earnings')),
};

export const CreatorStats = Type.Object({
  from: day(),
  to: day(),
  currencies: Type.Array(
    Type.Object({
      currency: Type.String(),
      ...figures,
      days: Type.Array(Type.Object({ date: day(), ...figures }), { description: 'Every day of the range, in order.' }),
    }),
    { description: 'Most clicks first; empty when there was nothing in the range.' },
  ),
});

export const CreatorLinkList = v2Envelope(
  Type.Object({
    id: id(),
    title: Type.String(),
    url: Type.String({ description: 'The tracked URL.' }),
    original_url: Type.String({ description: 'Where it leads.' }),
    tags: Type.Array(Type.String()),
    archived_at: nullable(dateTime()),
    expires_at: nullable(dateTime()),
    created_at: dateTime(),
    store: Type.Object({ id: id(), name: Type.String() }),
    refusal: nullable(
      oneOf(LINK_REFUSALS, {
        description:
          'Why nothing is paid for clicks on it now: the store does not pay this creator, it is closed, on hold or not approved, the link has expired, the creator belongs to it, or it does not pay for the page by its URL rules and domains (`unpaid_page`, a few seconds after their change).',
      }),
    ),
    currency: Type.String(),
    ...figures,
  }),
);

export const CreatorStoreList = v2Envelope(
  Type.Object({ id: id(), name: Type.String(), links: whole({ description: 'The creator’s links to it.' }) }),
);

const days = {
  from: Type.Optional(day({ description: 'First day; 30 days up to the last unless given.' })),
  to: Type.Optional(day({ description: 'Last day; today unless given. At most 366 days from the first.' })),
};
const linkId = Type.Optional(id({ description: 'Only this link of the creator’s.' }));

const storeId = Type.Optional(id({ description: 'Only links to this store.' }));

export const creatorStatsQuery = {
  ...days,
  link_id: linkId,
  store_id: storeId,
  offer_id: Type.Optional(id({ description: 'Only clicks and orders with the terms of this offer (campaign).' })),
};

export const creatorLinksQuery = {
  ...days,
  link_id: linkId,
  code: Type.Optional(text({ max: 64, description: 'Only the link whose tracked URL ends in this.' })),
  store_id: storeId,
  state: Type.Optional(
    oneOf(CREATOR_LINK_STATES, {
      description: '`paid`: clicks on it are paid for now; `refused`: they are not (see `refusal`).',
    }),
  ),
  ...settingFilters,
  search: Type.Optional(text({ max: 255, description: 'In the title, the page’s address or the store’s name.' })),
  sort_by: sortQuery(CREATOR_LINK_SORTS),
  ...pageQuery(),
};

/** A creator's page shows its stores without turning pages. */
export const creatorStoresQuery = pageQuery({ defaultSize: 100, maxSize: 200 });

nameSchemas({ CreatorStats, CreatorLinkPage: CreatorLinkList, CreatorStorePage: CreatorStoreList });
