import { Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { WINDOW_DAYS } from '../../../platform/limits.ts';
import { COLLECTORS } from './collector.ts';

const tracking = {
  store_id: id(),
  tracking_key: Type.String({ description: 'Identifies the store in its pages; not a secret.' }),
  currency: currencyCode({ description: 'Of orders that name none.' }),
  attribution_window_days: whole({
    ...WINDOW_DAYS,
    description: 'The attribution window: the time after a click within which an order is attributed to it.',
  }),
  click_parameter: Type.String({
    description: 'The query parameter with the click’s id on the landing page. Store its value for the order.',
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
      Type.String({ description: 'With `shop_plugin` and `server`: the URL to which each order is posted.' }),
    ),
    last_seen_at: nullable(dateTime({ description: 'When an order was last reported this way.' })),
    refused: Type.Object(
      {
        reports: whole({
          min: 0,
          description: 'Their number in the last 30 days; a report with several wrong fields counts for each.',
        }),
        latest: Type.Array(
          Type.Object({
            field: Type.String({ description: 'The wrong field; `report` if the report was refused as a whole.' }),
            reason: Type.String({ description: 'The latest reason, or the code of the refusal.' }),
            at: dateTime({ description: 'When the latest one was refused.' }),
            reports: whole({ min: 1, description: 'Their number on that day, at most 10,000.' }),
          }),
          { description: 'By field and day (UTC), the latest first, at most 20.' },
        ),
      },
      { description: 'Reports by this way that were refused.' },
    ),
    script_seen_at: Type.Optional(
      nullable(dateTime({ description: 'With `sales_pixel`: when a page last requested the script, to the minute.' })),
    ),
    service_activation_key: Type.Optional(
      nullable(
        Type.String({
          description:
            'With `shop_plugin`: the activation key of the plugin. `rotate-key` returns it when it is created; otherwise it is masked. Null: there is none yet.',
        }),
      ),
    ),
    activated_at: Type.Optional(
      nullable(dateTime({ description: 'With `shop_plugin`: when the plugin was activated with this key.' })),
    ),
  },
  { description: 'The settings of one way to report orders. (The body is an addition.)' },
);

export const WindowBody = Type.Object({
  attribution_window_days: whole({
    ...WINDOW_DAYS,
    description: 'The attribution window: the time after a click within which an order is attributed to it.',
  }),
});

export const ActivateBody = Type.Object({
  service_activation_key: text({ min: 1, max: 255, description: 'The key that `rotate-key` has returned.' }),
});

export const ActivatedPlugin = Type.Object(
  {
    ...tracking,
    ...pages,
    endpoint: Type.String({ description: 'Where the plugin posts orders to.' }),
    activated_at: dateTime({ description: 'The time of the first activation.' }),
  },
  { description: 'The settings of the tracking snippet. (The body is an addition.)' },
);

nameSchemas({ OrderCollector: Collector, ActivatedPlugin });
