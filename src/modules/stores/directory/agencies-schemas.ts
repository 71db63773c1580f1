import { Type } from 'typebox';
import { flag01, id, nameSchemas, text, whole } from '../../../platform/http/fields.ts';
import { legacyEnvelope, pageQuery } from '../../../platform/pagination.ts';
import { MAX_AGENCIES_PAGE, SECRET_MASK } from '../../accounts/index.ts';
import { MAX_TIERS } from './agencies-list.ts';

export const storeAgencyQuery = {
  query: Type.Optional(text({ max: 255, description: 'A part of the client’s name in any case.' })),
  group: Type.Optional(
    id({
      description: 'A store group. Members see the clients of their store’s own market alone, administrators any.',
    }),
  ),
  ...pageQuery({ maxSize: MAX_AGENCIES_PAGE }),
};

const time = () => Type.String({ examples: ['2030-01-31 12:00:00'] });
const mail = () => Type.String();
const OWN = 'For administrators and that client’s representatives';

export const StoreAgencyList = legacyEnvelope(
  Type.Object({
    id: id(),
    client_id: Type.String(),
    name: Type.String(),
    created_at: time(),
    updated_at: time(),
    own_paymentsystem: flag01(),
    config: Type.String({ description: `JSON. ${OWN}; else an empty object.`, examples: ['{}'] }),
    user_mail_config: Type.Object(
      { accepted: mail(), inactive: mail(), used_tool: mail(), registered: mail() },
      { description: `${OWN}; else empty texts.` },
    ),
    feed: Type.String({ description: 'Empty: none.' }),
    locale: Type.String({ description: 'The client’s, else its market’s.' }),
    revenue_model: Type.String(),
    revenue_share: Type.String({
      description: `The client’s part of a click’s price, a fraction of one in decimals. ${OWN}; else 0.`,
      examples: ['0.15'],
    }),
    store_group_id: id(),
    default_revenue_tier: whole({ min: 0, description: 'Its id; 0: none.' }),
    default_verified_users: flag01(),
    client_secret: Type.Literal(SECRET_MASK),
    store_group: Type.Object({
      id: id(),
      name: Type.String(),
      marketplace: flag01(),
      key: Type.String(),
      locale: Type.String(),
      lang: Type.String(),
      currency: Type.String(),
      es: flag01({ description: 'Nothing here decides it: always 0.' }),
      payment_limit: whole({ description: 'Minor units.' }),
    }),
    revenue_tiers: Type.Array(Type.Object({ id: id(), name: Type.String() }), {
      maxItems: MAX_TIERS,
      description: `The client’s own, by id; at most ${MAX_TIERS}.`,
    }),
  }),
);

nameSchemas({ StoreAgencyPage: StoreAgencyList });
