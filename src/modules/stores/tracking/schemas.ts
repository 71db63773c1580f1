import { Type } from 'typebox';
import { currencyCode, dateTime, id, nullable, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { WINDOW_DAYS } from './attribution-window.ts';
import { COLLECTORS } from './collector.ts';

const tracking = {
  store_id: id(),
  tracking_key: Type.String({ description: 'Names the store in its pages; no secret.' }),
  currency: currencyCode({ description: 'Of orders that name none.' }),
  attribution_window_days: whole({ ...WINDOW_DAYS, description: 'How long after a click an order counts for it.' }),
  click_parameter: Type.String({
    description: 'The query parameter by which a landing page learns the click’s id; keep its value for the order.',
  }),
  parameters: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean(), description: Type.String() }), {
    description: 'The fields of a report of an order.',
  }),
};

/** The data that a store's pages need. */
const pages = {
  script_url: Type.String({ description: 'The script that stores the click’s id and reports orders.' }),
  pixel_url: Type.String({ description: 'The image that reports an order, with the parameters in its query.' }),
  snippet: Type.String({ description: 'HTML for all pages of the shop.' }),
  first_party: Type.Object(
    {
      path: Type.String({ description: 'The path of the store’s own domain that its proxy forwards.' }),
      forward_to: Type.String({ description: 'Where the proxy forwards it to.' }),
      snippet: Type.String({ description: 'HTML for all pages of the shop, in place of the other `snippet`.' }),
    },
    { description: 'The script and the image through a proxy of the store (docs/guides/first-party.md).' },
  ),
};

export const Collector = Type.Object(
  {
    collector: oneOf(COLLECTORS),
    ...tracking,
    ...Type.Partial(Type.Object(pages, { description: 'With `sales_pixel`.' })).properties,
    endpoint: Type.Optional(
      Type.String({ description: 'With `shop_plugin` and `server`: where orders are posted to, one at a time.' }),
    ),
    last_seen_at: nullable(dateTime({ description: 'When an order came this way last.' })),
    script_seen_at: Type.Optional(
      nullable(dateTime({ description: 'With `sales_pixel`: when a page asked for the script last, to the minute.' })),
    ),
    service_activation_key: Type.Optional(
      nullable(
        Type.String({
          description:
            'With `shop_plugin`: what the plugin shows to be activated. Shown by `rotate-key` when it is made, else masked; null: there is none yet.',
        }),
      ),
    ),
    activated_at: Type.Optional(nullable(dateTime({ description: 'With `shop_plugin`: when it was, with this key.' }))),
  },
  { description: 'One way of telling of orders. (The body is an addition.)' },
);

export const WindowBody = Type.Object({
  attribution_window_days: whole({ ...WINDOW_DAYS, description: 'How long after a click an order counts for it.' }),
});

export const ActivateBody = Type.Object({
  service_activation_key: text({ min: 1, max: 255, description: 'As `rotate-key` has shown it.' }),
});

export const ActivatedPlugin = Type.Object(
  {
    ...tracking,
    ...pages,
    endpoint: Type.String({ description: 'Where the plugin posts orders to.' }),
    activated_at: dateTime({ description: 'When it was, for the first time.' }),
  },
  { description: 'What the tracking snippet is made of. (The body is an addition.)' },
);
