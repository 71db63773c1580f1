import { Type } from 'typebox';
import { formatOrJsonField, headingLanguage } from '../../../platform/export/export.ts';
import { id, list, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { pageQuery } from '../../../platform/pagination.ts';
import { dayQuery } from '../schemas.ts';
import { DIRECTIONS, LINK_SORTS, USER_SORTS } from './order.ts';

const format = Type.Optional(formatOrJsonField());
const USUAL_ORDER = 'most clicks first by default';
const USUAL_DIRECTION = 'by default texts ascend and figures descend';

/** Query of a store's creators. */
export const userStatsQuery = {
  from: dayQuery.from,
  to: dayQuery.to,
  orderBy: Type.Optional(oneOf(USER_SORTS, { description: `Sort column; ${USUAL_ORDER}.` })),
  orderByOrder: Type.Optional(oneOf(DIRECTIONS, { description: `Which way; ${USUAL_DIRECTION}.` })),
  page: pageQuery().page,
  q: Type.Optional(text({ max: 255, description: 'Part of the username, in any case.' })),
  format,
  lang: headingLanguage(),
};

/** Query of a store's links. */
export const linkStatsQuery = {
  ...dayQuery,
  orderBy: Type.Optional(
    list(oneOf(LINK_SORTS), {
      max: LINK_SORTS.length,
      description: `Sort columns in order of precedence; ${USUAL_ORDER}.`,
    }),
  ),
  orderByOrder: Type.Optional(
    list(oneOf(DIRECTIONS), {
      max: LINK_SORTS.length,
      description: `Directions, by position in \`orderBy\`; ${USUAL_DIRECTION}.`,
    }),
  ),
  format,
  lang: headingLanguage(),
};

const count = (description: string) => whole({ min: 0, description });
const minor = (description: string) =>
  whole({ description: `${description}, in minor units of the store’s currency.` });
const username = Type.String({ description: 'Of the creator.' });
const social = Type.String({ description: 'The creator’s social account; empty without one.' });
const blog = Type.String({ description: 'The creator’s blog; empty without one.' });
const clicks = count('Counted clicks.');
const orders = {
  nr_orders: count('Orders that are neither denied nor fully refunded.'),
  order_value: minor('Their value without refunds'),
  order_value_formated: Type.String({ examples: ['1 250,00 kr'] }),
};

export const UserStatsList = Type.Array(Type.Object({ username, id: id(), social, blog, clicks, ...orders }));

export const LinkStatsList = Type.Array(
  Type.Object({
    username,
    user_id: id(),
    tag_id: id({ description: 'Of the link.' }),
    link: Type.String({ description: 'The tracked address.' }),
    text: Type.String({ description: 'The link’s title.' }),
    social,
    blog,
    clicks,
    invoice_cpc: minor('The store’s cost for these clicks'),
    average_cpc: minor('The store’s cost per click, rounded half up'),
    ...orders,
    average_cpc_formated: Type.String(),
    invoice_cpc_formated: Type.String(),
  }),
);
